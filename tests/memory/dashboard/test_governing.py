"""Lab, policies, experiments, parameters of forgetting, evaluations, overview."""

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import policy_changes
from memory.dashboard import lab
from memory.domain.decay import DecaySettings
from memory.held import settings_of
from memory.models import (
    DecayState,
    EvaluationRun,
    Experiment,
    ForgettingSettings,
    MemoryEvent,
    RecallPolicy,
    RecallTrace,
)
from memory.policies import policy_for
from tests.memory.dashboard.conftest import make_item, make_trace

pytestmark = pytest.mark.django_db


@pytest.fixture
def boat(world):
    """A memory that recall has to rank: it has no place in the profile."""
    return make_item(world.namespace, "The user sold a boat in Lisbon.", attribute="fact")


def in_lab(client, owner, **query):
    query = {"user": owner.pk, "q": "Who sold a boat in Lisbon?", **query}
    return client.get(reverse("dashboard:lab"), query)


def test_a_run_compares_two_policies_and_changes_nothing(as_operator, owner, boat):
    before = list(DecayState.objects.values())
    traces = RecallTrace.objects.count()
    answer = in_lab(as_operator, owner, b="relevance_first")
    assert [side.policy.name for side in answer.context["sides"]] == ["default", "relevance_first"]
    assert any("boat" in row["text"] for row in answer.context["rows"])
    assert list(DecayState.objects.values()) == before
    assert RecallTrace.objects.count() == traces
    assert MemoryEvent.objects.filter(action="lab.run").count() == 1


def test_sliders_change_one_side_and_the_differences_are_counted(as_operator, owner, boat):
    answer = in_lab(as_operator, owner, b_threshold="1")
    assert answer.context["sides"][1].changed == {"threshold": 1.0}
    counts = {c["name"]: c["count"] for c in answer.context["counts"]}
    assert counts["gone"] == sum(r["was_in"] for r in answer.context["rows"]) > 0
    only = in_lab(as_operator, owner, b_threshold="1", only="gone").context["shown"]
    assert {row["change"] for row in only} == {"gone"}


def test_weights_that_do_not_add_up_and_bad_dates_are_explained(as_operator, owner, world):
    assert b"add up to" in in_lab(as_operator, owner, b_w_recency="0.9").content
    assert b"cannot be read" in in_lab(as_operator, owner, as_of="soon").content
    assert b"in the future" in in_lab(as_operator, owner, as_of="2099-01-01").content


def test_a_date_shows_memory_as_it_was_and_says_where_it_cannot(as_operator, owner, world, boat):
    moment = (timezone.now() - timedelta(days=10)).date().isoformat()
    answer = in_lab(as_operator, owner, as_of=moment)
    texts = {row["text"] for row in answer.context["rows"]}
    assert boat.text not in texts, "it came later"
    assert "that came later" in answer.content.decode()
    assert "Not exact" in answer.content.decode()
    assert answer.context["then"].younger == 5
    assert in_lab(as_operator, owner).context["then"] is None


def test_a_turn_fills_the_lab(as_operator, owner, world):
    context = as_operator.get(reverse("dashboard:lab"), {"trace": world.trace.trace_id}).context
    assert (context["person"], context["text"]) == (owner, world.trace.query)
    assert context["as_of"] == world.trace.as_of


@pytest.mark.parametrize(
    ("was_in", "is_in", "a", "b", "change"),
    [
        (False, True, 5, 2, "new"),
        (True, False, 2, 5, "gone"),
        (True, True, 3, 1, "better"),
        (True, True, 1, 3, "worse"),
        (True, True, 2, 2, "same"),
        (False, False, None, 9, "better"),
    ],
)
def test_changes_of_position_have_names(was_in, is_in, a, b, change):
    assert lab._change(was_in, is_in, a, b) == change


def save(client, owner, what, **query):
    query = f"?user={owner.pk}&q=x&b=default&b_threshold=0.3"
    return client.post(
        reverse("dashboard:policy_save") + query,
        {"name": "looser", "what": what, "reason": "more recall"},
    )


def test_admins_save_a_policy_as_versions(as_admin, admin, owner, world):
    save(as_admin, owner, "keep")
    save(as_admin, owner, "default")
    rows = list(RecallPolicy.objects.filter(name="looser").order_by("version"))
    assert [(r.version, r.is_current, r.is_default) for r in rows] == [
        (1, False, False),
        (2, True, True),
    ]
    assert rows[1].values["threshold"] == 0.3
    assert policy_for(world.namespace)[0].name == "looser"
    assert b"looser" in as_admin.get(reverse("dashboard:policies")).content
    as_admin.post(
        reverse("dashboard:policy_restore", args=[rows[0].pk]), {"reason": "as it was before"}
    )
    assert RecallPolicy.objects.filter(name="looser", is_current=True).get().version == 3
    assert MemoryEvent.objects.filter(action="policy.saved", actor=admin).count() == 3


def stand(tenant):
    """Return what stands: current policies, the one in force, the experiments that run."""
    rows = RecallPolicy.objects.filter(tenant=tenant, is_current=True).order_by("name")
    running = Experiment.objects.filter(state="running").values_list("name", flat=True)
    return [(row.name, row.version, row.is_default) for row in rows], list(running)


@pytest.mark.parametrize("what", ["keep", "default", "experiment"])
def test_a_saved_policy_is_taken_back_with_its_experiment(as_admin, owner, tenant, what, world):
    save(as_admin, owner, "default")
    before = stand(tenant)
    save(as_admin, owner, what)
    assert stand(tenant) != before
    as_admin.post(reverse("dashboard:undo"))
    assert stand(tenant) == before
    assert policy_for(world.namespace)[0].version == 1
    save(as_admin, owner, "keep")
    assert stand(tenant)[0] == [("looser", 3, True)]


def test_a_policy_that_was_saved_again_is_not_taken_back(as_admin, client, admin, owner, tenant):
    save(as_admin, owner, "default")
    row = RecallPolicy.objects.get(tenant=tenant)
    policy_changes.save_policy(
        tenant=tenant, name=row.name, values=row.values, acting_user=admin, reason="meanwhile"
    )
    standing = stand(tenant)
    as_admin.post(reverse("dashboard:undo"))
    assert stand(tenant) == standing


def test_a_stopped_experiment_runs_on_after_undo(as_admin, owner, tenant, world):
    save(as_admin, owner, "experiment")
    running = Experiment.objects.get()
    stop = reverse("dashboard:experiment", args=[running.pk, "stop"])
    as_admin.post(stop, {"reason": "seen enough"})
    as_admin.post(reverse("dashboard:undo"))
    again = Experiment.objects.get()
    assert (again.state, again.started_at, again.stopped_at) == (
        "running", running.started_at, None,
    )  # fmt: skip
    as_admin.post(stop, {"reason": "seen enough"})
    as_admin.post(reverse("dashboard:experiment", args=[running.pk, "start"]), {"reason": "go on"})
    as_admin.post(reverse("dashboard:undo"))
    assert Experiment.objects.get().state == "stopped"


def test_operators_save_no_policy(as_operator, owner):
    assert save(as_operator, owner, "default").status_code == 403


def test_an_experiment_starts_stops_and_only_one_runs(as_admin, owner, world):
    save(as_admin, owner, "experiment")
    first = Experiment.objects.get()
    assert first.state == "running"
    assert save(as_admin, owner, "experiment").status_code == 422
    make_trace(world.namespace, experiment_arm=f"{first.name}:treatment", injected=2)
    answer = as_admin.get(reverse("dashboard:policies"))
    arms = answer.context["experiments"][0]["arms"]
    assert [(arm["name"], arm["turns"]) for arm in arms] == [("control", 0), ("treatment", 1)]
    for arm in arms:
        listed = as_admin.get(arm["url"]).context["page"].total
        assert listed == arm["turns"]
    as_admin.post(
        reverse("dashboard:experiment", args=[first.pk, "stop"]), {"reason": "seen enough"}
    )
    first.refresh_from_db()
    assert first.state == "stopped"


def test_experiments_say_how_sure_their_figures_are(as_operator, tenant, namespace):
    policy = RecallPolicy.objects.filter(tenant=None).first()
    experiment = Experiment.objects.create(
        tenant=tenant, name="x", policy=policy, created_at=timezone.now()
    )
    for arm, hits, n in (("control", 2, 12), ("treatment", 11, 12)):
        for number in range(n):
            make_trace(namespace, experiment_arm=f"x:{arm}", injected=int(number < hits))
    answer = as_operator.get(reverse("dashboard:policies"))
    (entry,) = answer.context["experiments"]
    assert entry["experiment"] == experiment
    hit, used, injected = entry["metrics"]
    assert [arm["estimate"].value for arm in hit["arms"]] == [2 / 12, 11 / 12]
    assert hit["is_decided"]
    assert hit["gap"].low > 0
    assert used["gap"] is None, "nothing was judged yet"
    assert injected["is_decided"]
    page = answer.content.decode()
    assert "17 % (5–45)" in page
    assert "too few turns" in page
    for arm in entry["arms"]:
        some = as_operator.get(f"{arm['url']}&state=some").context["page"].total
        assert some == arm["hits"]


PARAMETERS = {
    "threshold": "0.45", "protected_importance": "0.8", "weak_importance": "0.3",
    "fact_days": "30", "preference_days": "180", "episodic_days": "3", "unused_days": "180",
}  # fmt: skip


def test_other_parameters_are_previewed_on_real_data(as_admin, namespace):
    fading = make_item(namespace, ago=timedelta(days=10), importance=0.5)
    make_item(namespace, "The user owns a boat.", ago=timedelta(hours=1), importance=0.7)
    address = reverse("dashboard:forgetting")
    effect = as_admin.get(address, {"tab": "settings", **PARAMETERS}).context["effect"]
    assert [row["item"] for row in effect["rows"]] == [fading]
    assert not ForgettingSettings.objects.exists()
    for name, _label, total in effect["totals"]:
        page = as_admin.get(address, {"tab": "settings", "show": name, **PARAMETERS})
        assert len(page.context["effect"]["rows"]) == total


def test_parameters_are_saved_when_the_number_is_typed(as_admin, admin, namespace):
    make_item(namespace, ago=timedelta(days=10), importance=0.5)
    address = reverse("dashboard:forgetting_save")
    data = {**PARAMETERS, "reason": "less clutter", "confirmation": "7"}
    assert as_admin.post(address, data).status_code == 422
    as_admin.post(address, {**data, "confirmation": "1"})
    row = ForgettingSettings.objects.get()
    assert (row.values["threshold"], row.author) == (0.45, admin)
    assert MemoryEvent.objects.get(action="forgetting.changed").reason == "less clutter"
    as_admin.post(reverse("dashboard:undo"))
    assert settings_of(admin.tenant_id) == DecaySettings()


def test_operators_may_preview_and_not_save(as_operator, namespace):
    page = as_operator.get(reverse("dashboard:forgetting"), {"tab": "settings", **PARAMETERS})
    assert page.status_code == 200
    assert as_operator.get(reverse("dashboard:forgetting_save"), PARAMETERS).status_code == 403


@pytest.mark.parametrize("tab", ["next", "runs", "settings", "exempt"])
def test_every_tab_of_forgetting_opens(as_operator, world, tab):
    assert as_operator.get(reverse("dashboard:forgetting"), {"tab": tab}).status_code == 200


def test_evaluations_show_the_trend_and_its_direction(as_operator):
    for n, (hits, stale) in enumerate(((0.6, 0.3), (0.8, 0.1))):
        EvaluationRun.objects.create(
            suite="recall",
            metrics={"hit_at_5": hits, "stale_share": stale},
            by_category={"update": {"hit_at_5": hits}},
            created_at=timezone.now() + timedelta(minutes=n),
        )
    trends = as_operator.get(reverse("dashboard:evaluations"), {"suite": "recall"}).context[
        "trends"
    ]
    assert {t["name"]: (round(t["change"], 2), t["is_better"]) for t in trends} == {
        "hit_at_5": (0.2, True),
        "stale_share": (-0.2, True),
    }


def test_a_run_is_compared_with_a_chosen_baseline_measure_by_measure(as_operator):
    runs = [
        EvaluationRun.objects.create(
            suite=suite,
            n=n,
            metrics={"hit_at_5": hits, "stale_share": stale, "mrr": 0.5, "note": "text"},
            by_category={"update": {"hit_at_5": hits}},
            created_at=timezone.now() - timedelta(minutes=age),
        )
        for suite, n, hits, stale, age in (
            ("recall", 90, 0.6, 0.1, 3), ("recall", 100, 0.8, 0.3, 2), ("other", 5, 1, 1, 1),
        )
    ]  # fmt: skip

    def compare(**query):
        page = as_operator.get(reverse("dashboard:evaluations"), {"suite": "recall", **query})
        return page, page.context["comparison"]

    assert compare()[1] is None
    assert compare(baseline=runs[2].pk)[1] is None  # of another suite
    assert compare(baseline=runs[1].pk)[1] is None  # with itself
    page, found = compare(baseline=runs[0].pk)
    assert {(row["category"], row["name"]): row["way"] for row in found["rows"]} == {
        ("", "hit_at_5"): "better", ("", "stale_share"): "worse", ("", "mrr"): "same",
        ("update", "hit_at_5"): "better",
    }  # fmt: skip
    assert b"did not measure the same cases" in page.content
    for way, _label, number in found["counts"]:
        assert len(compare(baseline=runs[0].pk, show=way)[1]["rows"]) == number
    assert len(compare(baseline=runs[0].pk, show="differences")[1]["rows"]) == 3
    _page, turned = compare(baseline=runs[1].pk, run=runs[0].pk)
    assert turned["rows"][0]["way"] == "worse"


def test_the_overview_counts_what_its_links_list(as_operator, world):
    make_trace(world.namespace, degraded=["index"])
    page = as_operator.get(reverse("dashboard:overview"), {"range": "24h"})
    figures = {f["name"]: f for f in page.context["recall"]}
    assert figures["turns"]["value"] == 2
    linked = as_operator.get("/dashboard/" + figures["turns"]["url"])
    assert linked.context["page"].total == 2
    for entry in page.context["work"]:
        listed = as_operator.get("/dashboard/" + entry["url"]).context
        found = listed["page"].total if "page" in listed else listed.get("total", 0)
        assert found == entry["count"], entry
    assert any("missing" in alarm["what"] for alarm in page.context["alarms"])


def test_an_empty_instance_shows_the_first_steps(as_operator):
    assert b"No turns yet" in as_operator.get(reverse("dashboard:overview")).content


def test_go_to_finds_pages_people_items_and_turns(as_operator, owner, world):
    def hits(text):
        answer = as_operator.get(reverse("dashboard:goto"), {"q": text})
        return {hit["url"] for hit in answer.context["hits"]}

    assert reverse("dashboard:review") in hits("Revi")
    assert reverse("dashboard:user", args=[owner.pk]) in hits("owner")
    assert reverse("dashboard:item", args=[world.lisbon.pk]) in hits("Lisbon")
    assert reverse("dashboard:item", args=[world.lisbon.pk]) in hits(f"#{world.lisbon.pk}")
    assert reverse("dashboard:turn", args=[world.trace.trace_id]) in hits(world.trace.trace_id)


@pytest.mark.parametrize(
    "tab", ["window", "working", "profile", "items", "experiences", "graph", "history"]
)
def test_every_layer_of_a_person_opens(as_operator, owner, world, tab):
    address = reverse("dashboard:user", args=[owner.pk])
    assert as_operator.get(address, {"tab": tab}).status_code == 200


def test_a_person_without_memory_opens_too(as_operator, colleague):
    for tab in ("window", "working", "profile", "items", "graph", "history"):
        address = reverse("dashboard:user", args=[colleague.pk])
        assert as_operator.get(address, {"tab": tab}).status_code == 200


def test_an_unknown_turn_is_missing(as_operator):
    address = reverse("dashboard:turn", args=[str(uuid.uuid4())])
    assert as_operator.get(address).status_code == 404
