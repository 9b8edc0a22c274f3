"""Groups with their permissions, the default tenant, and the policies shipped with the product."""

from django.conf import settings
from django.db import migrations
from django.utils import timezone

GROUPS = {"operator": ["inspect_memory"], "admin": ["inspect_memory", "govern_memory"]}
PERMISSION_NAMES = {
    "inspect_memory": "May see and edit the memories of the users of the tenant",
    "govern_memory": "May deprecate conflicts, set policies and read the audit log",
}
POLICIES = {
    "default": {"w_relevance": 0.55, "w_recency": 0.25, "w_importance": 0.20},
    "balanced": {"w_relevance": 0.30, "w_recency": 0.30, "w_importance": 0.40},
    "relevance_first": {
        "w_relevance": 0.60,
        "w_recency": 0.30,
        "w_importance": 0.10,
        "recency_base_per_day": 0.9,
    },
}


def make(apps, schema_editor):
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="memory", model="user"
    )
    permission_model = apps.get_model("auth", "Permission")
    for group_name, codenames in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=group_name)
        for codename in codenames:
            permission, _ = permission_model.objects.get_or_create(
                content_type=content_type,
                codename=codename,
                defaults={"name": PERMISSION_NAMES[codename]},
            )
            group.permissions.add(permission)
    apps.get_model("memory", "Tenant").objects.get_or_create(
        slug=settings.DEFAULT_TENANT, defaults={"name": settings.DEFAULT_TENANT.title()}
    )
    for name, values in POLICIES.items():
        apps.get_model("memory", "RecallPolicy").objects.get_or_create(
            tenant=None,
            name=name,
            version=1,
            defaults={
                "values": values,
                "is_default": name == "default",
                "created_at": timezone.now(),
                "reason": "shipped",
            },
        )


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
