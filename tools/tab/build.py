"""Build the table in a tab: static files for any host and any folder of it, in build/tab/.

    python -m tools.tab.build [OUT]

What it consists of: the page's own files, with addresses that are relative to wherever they are served; the companion
and the libraries of its page, compiled, in one archive; Pyodide, from the npm registry; a worker, and a service worker
that knows the checksum of every file. The same sources make the same files.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "tab"
HERE = ROOT / "tools" / "tab"
PYODIDE = HERE / "node_modules" / "pyodide"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LIBRARIES = ("starlette", "anyio", "idna", "segno", "typing_extensions")
SCRIPTS = ROOT / "companion" / "tab" / "static"
# Rooms and folders that no table in a tab has: other ways to play, makers' tools, real hardware, the page's own files.
LEFT_OUT = (
    *(f"companion/{room}/" for room in ("hub", "terminal", "check", "enrol", "scenario", "simulator", "commands")),
    *("companion/web/static/", "companion/tab/static/", "companion/web/server.py", "companion/cli.py"),
    *(f"hardware/{family}/" for family in ("nfc", "pico", "recording")),
    *("hardware/simulated/micropython/", "hardware/simulated/rp2040/"),
)
KINDS = (".py", ".toml", ".mo", ".json", ".txt", ".font")
KITS = ("wiring/__init__.py", "wiring/kits.py", "wiring/board.toml", "wiring/tap.toml", "wiring/usb.toml")
COVER = "cover.svg"  # the front door looks whether a game has one
INTERPRETERS = "anyio/to_interpreter.py"  # imports at its top what Pyodide leaves out; nothing here asks for it
EPOCH = (1980, 1, 1, 0, 0, 0)
ABSOLUTE = re.compile(r"""["'`(=]/(?:(?:static|games|words|rules)/|[?#])""")


def build(out: Path) -> None:
    """Build everything; whatever was there before is removed."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    write_page(out)
    write_words(out)
    write_engine(out / "pyodide")
    write_archive(out / "companion.zip")
    write_licences(out / "LICENCES.txt")
    write_service_worker(out)


def sources() -> Iterator[tuple[str, Path]]:
    """Yield what the archive holds: name and file."""
    for top in ("companion", "hardware", "firmware"):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if not path.is_file() or "node_modules" in path.parts or "__pycache__" in path.parts:
                continue
            is_static = "/page/static/" in name
            if (path.name == COVER) if is_static else (path.suffix in KINDS and not name.startswith(LEFT_OUT)):
                yield name, path
    yield from ((name, ROOT / name) for name in KITS)
    for library in LIBRARIES:
        place = Path(str(distribution(library).locate_file("")))
        if (place / f"{library}.py").exists():
            yield f"{library}.py", place / f"{library}.py"
        else:
            yield from ((path.relative_to(place).as_posix(), path) for path in sorted((place / library).rglob("*.py")))


def write_archive(target: Path) -> None:
    """Write the companion and its libraries as one archive, compiled."""
    with TemporaryDirectory(prefix="tab-") as name:
        folder = Path(name)
        for where, path in sources():
            (folder / where).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / where)
        (folder / INTERPRETERS).write_text('"""A browser has one interpreter."""\n', encoding="utf-8")
        subprocess.run(["node", str(HERE / "compile.mjs"), str(folder)], check=True)
        with zipfile.ZipFile(target, "w") as archive:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def write_engine(folder: Path) -> None:
    """Copy the Python that runs in the browser, without the list of packages that it could fetch."""
    folder.mkdir()
    for name in ENGINE:
        shutil.copyfile(PYODIDE / name, folder / name)
    listed = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**listed, "packages": {}}), encoding="utf-8")


def write_page(out: Path) -> None:
    """Write the page's own files, each with relative addresses."""
    web = ROOT / "companion" / "web" / "static"
    for path in sorted(web.iterdir()):
        if path.name not in ("index.html", "start.html", "start.js") and not path.name.endswith(".d.ts"):
            _copy(path, out / "static" / path.name, out)
    for path in sorted(SCRIPTS.iterdir()):
        is_worker = path.name in ("worker.js", "service-worker.js")
        _copy(path, (out if is_worker else out / "static") / path.name, out)
    for folder in sorted((ROOT / "companion" / "games").glob("*/page/static")):
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(".d.ts")):
            _copy(path, out / "games" / folder.parts[-3] / path.relative_to(folder), out)
    page = relative((web / "index.html").read_text(encoding="utf-8"), "")
    script = '<script type="module" src="static/app.js"></script>'
    assert script in page
    ours = '<link rel="stylesheet" href="static/tab.css">\n<script type="module" src="static/tab.js"></script>\n'
    (out / "index.html").write_text(page.replace(script, ours + script), encoding="utf-8")
    manifest = out / "static" / "app.webmanifest"
    told = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**told, "id": "../", "start_url": "../", "scope": "../"}), encoding="utf-8")


def _copy(source: Path, target: Path, out: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix not in (".js", ".css", ".webmanifest"):
        shutil.copyfile(source, target)
        return
    up = "../" * len(target.relative_to(out).parent.parts)
    text = relative(source.read_text(encoding="utf-8"), up)
    if found := ABSOLUTE.search(text):
        raise SystemExit(f"{source}: {found[0]}… is the address of a machine's page")
    target.write_text(text, encoding="utf-8")


def relative(text: str, up: str) -> str:
    """Return a file of the page with relative addresses; `up` leads from its own folder to the page's.

    A module's imports start from the module, and in a style sheet and the manifest everything does; what a script gives
    to the browser starts from the page.

    >>> relative('import { h } from "/static/dom.js"; import(`/games/${game}/main.js`)', "../")
    'import { h } from "../static/dom.js"; import(`../games/${game}/main.js`)'
    >>> relative('fetch(`/words/${code}.json`); "/api/me"', "../")
    'fetch(`words/${code}.json`); "/api/me"'
    """
    folders = "(static|games|words|rules)/"
    text = re.sub(rf"""(from |import\(?)(["'`])/{folders}""", rf"\1\2{up}\3/", text)
    text = re.sub(rf"""("src": |url\()"/{folders}""", rf'\1"{up}\2/', text)
    return re.sub(rf"""(["'`])/{folders}""", r"\1\2/", text)


def write_words(out: Path) -> None:
    """Write what the page's server would answer: words and rule books."""
    from companion.shelf.shelf import SHELF, boxes
    from companion.web.page_files import rule_book, words_of_all
    from companion.words.say import LANGUAGES, SOURCE

    (out / "words").mkdir()
    for language in LANGUAGES:
        if language != SOURCE:
            (out / "words" / f"{language}.json").write_text(words_of_all(language), encoding="utf-8")
    for box in boxes():
        if box.rulebook is not None and box.id in SHELF:
            (out / "rules" / box.id).mkdir(parents=True)
            for language in LANGUAGES:
                (out / "rules" / box.id / f"{language}.json").write_text(rule_book(box.id, language), encoding="utf-8")


def write_licences(target: Path) -> None:
    """Write the licences of all that is in the tab."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    parts = [f"Hansa companion\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"]
    parts.append(
        f"Pyodide {version}, unchanged: Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/\n"
        "Its sources: https://github.com/pyodide/pyodide\n"
        "CPython in it: Python Software Foundation License, https://docs.python.org/3/license.html\n"
    )
    parts.append(f"The libraries of its page, of which {INTERPRETERS} is left out.")
    for library in LIBRARIES:
        found = distribution(library)
        texts = [
            Path(str(file.locate())).read_text(encoding="utf-8")
            for file in found.files or ()
            if ".dist-info" in str(file) and "licen" in str(file).lower()
        ]
        parts.append(f"{found.metadata['Name']} {found.version}\n\n" + "\n".join(texts))
    target.write_text("\n\n----\n\n".join(parts), encoding="utf-8")


def write_service_worker(out: Path) -> None:
    """Tell the service worker each file with its checksum, and a version made of all of them."""
    path = out / "service-worker.js"
    files = sorted(each for each in out.rglob("*") if each.is_file() and each != path)
    listed = [[each.relative_to(out).as_posix(), _integrity(each.read_bytes())] for each in files]
    script = path.read_text(encoding="utf-8")
    version = hashlib.sha256((script + json.dumps(listed)).encode()).hexdigest()[:12]
    for before, after in (('"{version}"', f'"{version}"'), ("FILES = []", f"FILES = {json.dumps(listed, indent=1)}")):
        assert script.count(before) == 1, before
        script = script.replace(before, after)
    path.write_text(script, encoding="utf-8")


def _integrity(data: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    build(chosen)
    size = sum(each.stat().st_size for each in chosen.rglob("*") if each.is_file())
    print(f"{chosen}: {size / 1e6:.1f} MB; serve it from any folder of any static host")
