"""The rows of memory, one noun a file."""

from memory.models.accounts import Namespace, Tenant, User
from memory.models.episodes import Decision, Episode
from memory.models.governance import (
    AttributeDefinition,
    Conflict,
    ErasureReceipt,
    EvaluationRun,
    Experience,
    Experiment,
    ForgettingSettings,
    JobRun,
    KnowledgeDocument,
    RecallPolicy,
    ReviewProposal,
)
from memory.models.items import DecayState, ItemEvidence, MemoryItem, Tombstone
from memory.models.projections import (
    EmbeddingCache,
    Entity,
    Profile,
    ProfileVersion,
    Relation,
    VectorOperation,
)
from memory.models.traces import MemoryEvent, RecallCandidate, RecallTrace, WorkingSnapshot

__all__ = [
    "AttributeDefinition",
    "Conflict",
    "DecayState",
    "Decision",
    "EmbeddingCache",
    "Entity",
    "Episode",
    "ErasureReceipt",
    "EvaluationRun",
    "Experience",
    "Experiment",
    "ForgettingSettings",
    "ItemEvidence",
    "JobRun",
    "KnowledgeDocument",
    "MemoryEvent",
    "MemoryItem",
    "Namespace",
    "Profile",
    "ProfileVersion",
    "RecallCandidate",
    "RecallPolicy",
    "RecallTrace",
    "Relation",
    "ReviewProposal",
    "Tenant",
    "Tombstone",
    "User",
    "VectorOperation",
    "WorkingSnapshot",
]
