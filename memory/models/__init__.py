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
    Judgement,
    KnowledgeDocument,
    KnowledgeUpload,
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
from memory.models.work import JobRun, QueueMark, SavedView

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
    "Judgement",
    "KnowledgeDocument",
    "KnowledgeUpload",
    "MemoryEvent",
    "MemoryItem",
    "Namespace",
    "Profile",
    "ProfileVersion",
    "QueueMark",
    "RecallCandidate",
    "RecallPolicy",
    "RecallTrace",
    "Relation",
    "ReviewProposal",
    "SavedView",
    "Tenant",
    "Tombstone",
    "User",
    "VectorOperation",
    "WorkingSnapshot",
]
