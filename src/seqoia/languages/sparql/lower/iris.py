"""References to absolute IRIs (RFC 3986, section 5.2)."""

from __future__ import annotations

import re

_PARTS = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


def is_absolute(reference: str) -> bool:
    """Whether it has a scheme."""
    return _split(reference)[0] is not None


def resolved(reference: str, base: str) -> str:
    """What a reference means, seen from a base."""
    scheme, authority, path, query, fragment = _split(reference)
    if scheme is not None:
        return reference
    base_scheme, base_authority, base_path, base_query, _ = _split(base)
    if authority is None:
        authority = base_authority
        if not path:
            path, query = base_path, base_query if query is None else query
        elif path.startswith("/"):
            path = _without_dots(path)
        else:
            path = _without_dots(_merged(path, base_authority, base_path))
    else:
        path = _without_dots(path)
    return _joined(base_scheme, authority, path, query, fragment)


def _split(reference: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    found = _PARTS.fullmatch(reference)
    scheme, authority, path, query, fragment = found.groups() if found else (None, None, reference, None, None)
    return scheme, authority, path, query, fragment


def _merged(path: str, base_authority: str | None, base_path: str) -> str:
    if base_authority is not None and not base_path:
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def _without_dots(path: str) -> str:
    kept: list[str] = []
    *leading, last = path.split("/")
    for segment in leading:
        if segment == ".." and len(kept) > 1:
            kept.pop()
        elif segment not in {".", ".."}:
            kept.append(segment)
    if last == ".." and len(kept) > 1:
        kept.pop()
    kept.append("" if last in {".", ".."} else last)
    return "/".join(kept)


def _joined(scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None) -> str:
    return "".join(
        (
            "" if scheme is None else f"{scheme}:",
            "" if authority is None else f"//{authority}",
            path,
            "" if query is None else f"?{query}",
            "" if fragment is None else f"#{fragment}",
        )
    )
