"""What pyproject.toml cannot say: the catalogues of other languages are compiled when the program is built.

A `.po` file is what people write and what is kept; gettext reads `.mo`. An editable install compiles in place.
"""

from __future__ import annotations

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

LOCALE = Path("firmware", "data", "locale")


class BuildWithCatalogues(build_py):
    """build_py, and a `.mo` for every `.po`: below the build folder, or beside it for an editable install."""

    def run(self) -> None:
        super().run()
        for source, target in self._catalogues():
            target.parent.mkdir(parents=True, exist_ok=True)
            compile_catalogue(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """What an installation consists of."""
        built = [] if self.editable_mode else [str(target) for _, target in self._catalogues()]
        return [*super().get_outputs(include_bytecode), *built]

    def _catalogues(self) -> list[tuple[Path, Path]]:
        root = Path() if self.editable_mode else Path(self.build_lib)
        return [(po, root / po.with_suffix(".mo")) for po in sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))]


def compile_catalogue(source: Path, target: Path) -> None:
    """Write gettext's form of a catalogue; texts marked as doubtful (fuzzy) stay English."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as po, target.open("wb") as mo:
        write_mo(mo, read_po(po, locale=source.parts[-3]))


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithCatalogues})
