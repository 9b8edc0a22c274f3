"""The score: its parts stay in their bounds, and neither age nor importance overrules relevance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.policy import Policy, in_arm, policy_from
from memory.domain.scoring import calibrate, fuse, recency, total

shares = st.floats(0, 1)


def scored(relevant, recent=0.0, important=0.0, boost=0.0, policy=None):
    parts = [np.array([value]) for value in (relevant, recent, important, boost)]
    return float(total(*parts, policy or Policy())[0])


@pytest.mark.parametrize(
    ("cosine", "expected"),
    [
        pytest.param(0.70, 0.0, id="below the squeeze of e5"),
        pytest.param(0.77, 0.0, id="no match"),
        pytest.param(0.835, 0.5, id="half way"),
        pytest.param(0.95, 1.0, id="above a clear match"),
    ],
)
def test_cosines_of_e5_are_stretched_to_the_whole_range(cosine, expected):
    assert calibrate(np.array([cosine]), "multilingual-e5-small-q4")[0] == pytest.approx(expected)


def test_another_model_is_calibrated_otherwise():
    assert calibrate(np.array([0.65]), "text-embedding-3-small")[0] == pytest.approx(1.0)


@given(shares, shares)
def test_fused_relevance_is_a_share_and_no_less_than_either_witness_alone(semantic, lexical):
    fused = float(fuse(np.array(semantic), np.array(lexical)))
    assert 0.0 <= fused <= 1.0
    assert fused >= float(fuse(np.array(semantic), np.array(0.0))) - 1e-12
    assert fused >= float(fuse(np.array(0.0), np.array(lexical))) - 1e-12


@given(st.floats(0, 1e5), st.floats(0, 1e5), st.integers(0, 50))
def test_recency_never_rises_with_age_nor_falls_with_use(young, older, recalls):
    low, high = sorted((young, older))
    hours = np.array([low, high])
    values = recency(hours, np.array([recalls, recalls]), np.array([72.0, 72.0]))
    assert values[0] >= values[1]
    used = recency(np.array([low]), np.array([recalls + 1]), np.array([72.0]))
    assert used[0] >= values[0]


def test_what_never_fades_is_always_fresh():
    assert recency(np.array([1e6]), np.array([0]), np.array([np.inf]))[0] == 1.0


@given(st.floats(0.75, 1), shares)
def test_age_takes_nothing_from_a_strong_match(relevance, recent):
    old, fresh = scored(relevance, 0.0), scored(relevance, relevance)
    assert old == pytest.approx(fresh)
    assert scored(relevance, recent) >= old


@given(shares, shares, shares, st.floats(0, 5))
def test_a_boost_has_a_limit(relevance, recent, important, boost):
    policy = Policy()
    gained = scored(relevance, recent, important, boost) - scored(relevance, recent, important)
    assert gained <= policy.boost_limit + 1e-9


def test_a_policy_reads_its_values_and_leaves_out_what_it_does_not_know():
    policy = policy_from("mine", 3, {"w_relevance": 0.9, "of_tomorrow": 1})
    assert (policy.name, policy.version, policy.w_relevance) == ("mine", 3, 0.9)
    assert "of_tomorrow" not in policy.values()


def test_the_arm_of_a_namespace_is_stable_and_follows_the_share():
    arms = [in_arm("colder", number, 0.3) for number in range(4000)]
    assert arms == [in_arm("colder", number, 0.3) for number in range(4000)]
    assert 0.27 < sum(arms) / len(arms) < 0.33
    assert not any(in_arm("colder", number, 0.0) for number in range(100))
