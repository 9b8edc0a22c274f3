"""The ontology as a tenant has it: the shipped attributes and those that its admins added."""

from dataclasses import dataclass, field

from django.utils.translation import get_language

from memory.domain.ontology import AttributeSpec, attribute_spec
from memory.domain.types import Kind
from memory.models import AttributeDefinition, Tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class Ontology:
    """`extra` by name; `aliases` lead from other names to those."""

    extra: dict[str, AttributeSpec] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    def spec(self, attribute: str) -> AttributeSpec:
        return attribute_spec(attribute, self.extra)


def ontology_of(tenant: Tenant) -> Ontology:
    """Return the tenant's ontology; its own definition of a shipped attribute wins."""
    extra: dict[str, AttributeSpec] = {}
    aliases: dict[str, str] = {}
    for row in AttributeDefinition.objects.filter(tenant=tenant):
        extra[row.name] = AttributeSpec(
            name=row.name,
            single=row.single,
            kind=Kind(row.kind) if row.kind in set(Kind) else Kind.FACT,
            importance=row.importance,
            label_en=row.label_en or row.name,
            label_zh=row.label_zh or row.name,
        )
        aliases |= {str(alias): row.name for alias in row.aliases}
    return Ontology(extra=extra, aliases=aliases)


def attribute_label(attribute: str) -> str:
    """Return the words for a shipped attribute in the language of the page, with its topic."""
    if not attribute:
        return ""
    spec = attribute_spec(attribute)
    is_chinese = (get_language() or "").startswith("zh")
    label = spec.label_zh if is_chinese else spec.label_en
    topic = attribute.partition(":")[2]
    return f"{label}: {topic}" if topic else label
