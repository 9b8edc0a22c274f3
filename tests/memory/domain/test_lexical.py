"""BM25 over flat postings agrees with the formula written out, whatever the order of documents."""

import math
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.lexical import K1, B, bm25, build_postings, coverage, term_id, term_ids

words = st.sampled_from(["tea", "oolong", "bike", "rain", "茶", "A-17"])
corpora = st.lists(st.lists(words, max_size=8), min_size=1, max_size=12)


def by_the_book(documents, query):
    mean = max(sum(map(len, documents)) / len(documents), 1.0)
    scores = []
    for document in documents:
        counts, score = Counter(document), 0.0
        for term in query:
            held = sum(term in other for other in documents)
            idf = math.log(1 + (len(documents) - held + 0.5) / (held + 0.5))
            norm = K1 * (1 - B + B * len(document) / mean)
            score += idf * counts[term] * (K1 + 1) / (counts[term] + norm) if counts[term] else 0
        scores.append(score)
    return scores


@given(corpora, st.sets(words, max_size=4))
def test_scores_are_those_of_the_formula(documents, query):
    postings = build_postings([term_ids(document) for document in documents])
    scores, _best = bm25(postings, {term_id(term): 1.0 for term in query})
    assert np.allclose(scores, by_the_book(documents, query), atol=1e-4)


@given(corpora, st.sets(words, max_size=4), st.randoms())
def test_the_order_of_documents_changes_no_score(documents, query, random):
    order = list(range(len(documents)))
    random.shuffle(order)
    asked = {term_id(term): 1.0 for term in query}
    straight, _ = bm25(build_postings([term_ids(d) for d in documents]), asked)
    shuffled, _ = bm25(build_postings([term_ids(documents[i]) for i in order]), asked)
    assert np.allclose(shuffled, straight[order], atol=1e-5)


@given(corpora, st.sets(words, max_size=4))
def test_coverage_is_a_share(documents, query):
    postings = build_postings([term_ids(document) for document in documents])
    shares = coverage(postings, {term_id(term): 1.0 for term in query})
    assert ((shares >= 0) & (shares <= 1)).all()


def test_a_term_that_nobody_holds_finds_nothing():
    postings = build_postings([term_ids(["tea"]), term_ids([])])
    documents, counts = postings.find(term_id("coffee"))
    assert len(documents) == len(counts) == 0
