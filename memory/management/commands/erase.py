"""`manage.py erase`: erase an item, a conversation, a user or a tenant, and print the receipt."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory import erase
from memory.audit import SYSTEM
from memory.management.people import namespace_of
from memory.models import ErasureReceipt, MemoryItem, Tenant


class Command(BaseCommand):
    help = "Erase from every layer, read it back, print the receipt; exit 1 when it is not clean."

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--user", help="user name")
        whose.add_argument("--tenant", help="the tenant's slug: all its users, and what they share")
        part = parser.add_mutually_exclusive_group()
        part.add_argument("--item", type=int, metavar="ID", help="only this memory item")
        part.add_argument("--conversation", type=int, metavar="ID", help="only this conversation")
        parser.add_argument("--reason", default="asked on the command line")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        order = erase.Order(author=SYSTEM, reason=options["reason"], now=timezone.now())
        receipts = self._erase(options, order)
        if options["json"]:
            shown = [_described(receipt) for receipt in receipts]
            self.stdout.write(json.dumps(shown[0] if options["user"] else shown))
        else:
            for receipt in receipts:
                self._print(receipt)
        if any(receipt.state != ErasureReceipt.State.CLEAN for receipt in receipts):
            raise CommandError("something was left; it is tried again every few minutes")

    def _erase(self, options: dict[str, Any], order: erase.Order) -> list[ErasureReceipt]:
        if options["tenant"]:
            if options["item"] or options["conversation"]:
                raise CommandError("--item and --conversation go with --user")
            tenant = Tenant.objects.filter(slug=options["tenant"]).first()
            if tenant is None:
                raise CommandError(f"no such tenant: {options['tenant']}")
            return erase.erase_tenant(tenant, order)
        namespace = namespace_of(options["user"])
        if options["item"]:
            try:
                return [erase.erase_items(namespace, [options["item"]], order)]
            except MemoryItem.DoesNotExist as error:
                raise CommandError(f"{options['user']} has no item {options['item']}") from error
        if options["conversation"]:
            return [erase.erase_conversation(namespace, options["conversation"], order)]
        return [erase.erase_user(namespace, order)]

    def _print(self, receipt: ErasureReceipt) -> None:
        self.stdout.write(
            f"receipt {receipt.pk}: {receipt.scope} of {receipt.user_name or 'tenant'}"
        )
        for layer, counts in sorted(receipt.layers.items()):
            error = f"  {counts['error']}" if "error" in counts else ""
            self.stdout.write(
                f"  {layer:<12} {counts['requested']:>7} asked  {counts['removed']:>7} removed  "
                f"{counts['remaining']:>4} left{error}"
            )
        self.stdout.write(f"  {receipt.state}")


def _described(receipt: ErasureReceipt) -> dict[str, Any]:
    return {
        "receipt": receipt.pk,
        "user": receipt.user_name,
        "scope": receipt.scope,
        "id": receipt.scope_ref,
        "state": receipt.state,
        "layers": receipt.layers,
        "created_at": receipt.created_at.isoformat(),
        "finished_at": receipt.finished_at.isoformat() if receipt.finished_at else None,
    }
