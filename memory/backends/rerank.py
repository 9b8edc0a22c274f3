"""A reranker behind the `/rerank` endpoint that Cohere, Jina, TEI and vLLM share."""

import math
from collections.abc import Sequence
from typing import Any

import httpx

from memory.backends.base import BackendMisconfigured, BackendUnavailable, Reranker

TIMEOUT_SECONDS = 5.0
REFUSALS = {400, 401, 403, 404, 405, 413, 422}  # trying again will not help


class HttpReranker(Reranker):
    """Options: `url` of the endpoint, `model`, `api_key`, `timeout` in seconds."""

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return a score in [0, 1] for each text; logits are squeezed by the logistic function.

        Raises BackendUnavailable or BackendMisconfigured.
        """
        if not texts:
            return []
        answer = self._ask({"query": query, "documents": list(texts), "top_n": len(texts)})
        scores: list[float | None] = [None] * len(texts)
        try:
            for row in answer:
                scores[int(row["index"])] = float(
                    row["relevance_score"] if "relevance_score" in row else row["score"]
                )
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BackendUnavailable(f"the reranker answered in another form: {error}") from error
        known = [score for score in scores if score is not None]
        if len(known) != len(texts):
            raise BackendUnavailable("the reranker left texts out")
        if all(0.0 <= score <= 1.0 for score in known):
            return known
        return [1.0 / (1.0 + math.exp(-max(min(score, 60.0), -60.0))) for score in known]

    def _ask(self, payload: dict[str, Any]) -> list[dict[str, Any]]:
        key, model = self.options.get("api_key", ""), self.options.get("model", "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        body = {**payload, "model": model} if model else payload
        try:
            response = httpx.post(
                str(self.options["url"]),
                json=body,
                headers=headers,
                timeout=float(self.options.get("timeout", TIMEOUT_SECONDS)),
            )
            if response.status_code in REFUSALS:
                raise BackendMisconfigured(f"the reranker answered {response.status_code}")
            response.raise_for_status()
            answer = response.json()
        except httpx.HTTPError as error:
            raise BackendUnavailable(f"reranker: {error}") from error
        except ValueError as error:
            raise BackendUnavailable("the reranker answered no JSON") from error
        rows: Any = answer
        if isinstance(answer, dict):
            rows = answer.get("results", answer.get("data", []))
        return list(rows)
