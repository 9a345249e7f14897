"""A contract for import-linter, beside its own kinds: a package that needs only the standard library."""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryOnly(Contract):
    """*package* imports no other package, except as *allowed* ("importer -> imported", module by module)."""

    type_name = "standard_library_only"
    package = fields.StringField()
    allowed = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Check the imports of each module."""
        own = {self.package, *graph.find_descendants(self.package)}
        known = own | sys.stdlib_module_names
        imports = {f"{one} -> {other}" for one in own for other in graph.find_modules_directly_imported_by(one) - known}
        offences = sorted(imports - (self.allowed or set()))
        return ContractCheck(kept=not offences, metadata={"offences": offences})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import that isn't of the standard library."""
        for offence in check.metadata["offences"]:
            output.print_error(offence)
