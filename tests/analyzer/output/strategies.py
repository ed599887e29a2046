"""Findings that no rule would make: strange characters, places that exist nowhere, edits that contradict each other."""

from __future__ import annotations

from hypothesis import strategies as st

from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity, Step

STRANGE = (
    "%,:;\r\n\t\x00\x07\x1b\x7f\x85\u0301\u200d\u202e\u2028\ufe0f\ufeff\uffff\ud800\udcff漢字é🙂👩<>&\"'`[](){}\\\x0c"
)
texts = st.text(st.one_of(st.sampled_from(STRANGE), st.characters(), st.characters(categories=["Cs"])), max_size=12)
numbers = st.one_of(st.integers(1, 5), st.integers(-2, 40), st.just(10**15))
paths = st.one_of(st.sampled_from(["a.py", "dir/b c.py", "n.ipynb", "/elsewhere/d.py"]), texts)
cells = st.one_of(st.none(), st.integers(-1, 4))
places = st.builds(Place, paths, numbers, numbers, numbers, numbers, cells)
kinds = st.sampled_from(["definition", "reached", "made", "lost", "hidden", "path", "sibling", "commit", "next", "odd"])
steps = st.builds(Step, kinds, texts, st.one_of(st.none(), places))
fixes = st.builds(Fix, texts, st.lists(st.builds(Edit, places, texts), max_size=2).map(tuple), st.booleans())
findings = st.builds(
    Finding,
    code=st.one_of(st.sampled_from(["DUO101", "DUO301"]), texts),
    name=texts,
    message=texts,
    severity=st.sampled_from(Severity),
    confidence=st.sampled_from(Confidence),
    place=places,
    symbol=texts,
    proof=st.lists(steps, max_size=3).map(tuple),
    fix=st.one_of(st.none(), fixes),
    fingerprint=st.one_of(st.sampled_from(["", "1", "2"]), texts),
)
