"""What the converter makes of source that `ast` reads too is what `ast` makes of it, to the last column."""

from __future__ import annotations

import pytest

from tests.analyzer.parsing.trees import UNREADABLE, first_difference, library_files, readable

SAME = [
    "",
    "# nothing\n",
    "x = 1; y = 2;\n",
    "if a: b;\nelif c: d\nelse: e;\n",
    "a & b ^ c | d\na ^ b & c\na | b ^ c\n",
    "a ** b ** -c ** d\n-a ** b\n(a ** b) ** c\n(a) + (b) * (c) - d\n",
    "await x ** 2\nawait a ** b ** c + d\n-await a.b() ** 2\n",
    "a and b and c or d and (e and f)\nnot a in b\na < b <= c is not d not in e\n",
    "[*a | b, *c.d(), *e[0] | f]\nx = *a(), *b.c\nf(*a or b, *c if d else e, **g)\n{*a, *b(c)}\n",
    "a[*b]\na[*b, c]\na[*b()]\na[b:c:d, ::, e,]\na[b,]\na[:]\n",
    "with (a, b): pass\nwith (a as b, c as d,): pass\nwith (a): pass\n",
    "with (a) as b, c: pass\nwith (a, b) as c: pass\n",
    "with (yield): pass\nwith open(a) as (b, [c, *d]), e as f.g, h as i[0]: pass\nwith (a as b): pass\n",
    "with (a as b,): pass\nwith (a,): pass\nwith (a,), b: pass\nwith (a,) as b: pass\nwith ((a,)): pass\n",
    "async def f():\n    async with a as b: pass\n    async for c in d: pass\n    return [e async for e in f]\n",
    "try:\n    a\nexcept (A, B) as c:\n    d\nexcept E: f\nexcept:\n    g\nelse: h\nfinally:\n    i;\n",
    "try: a\nexcept* A as b: c\nexcept* (D): e\n",
    "(a): int = 3\na.b: int\na[0]: 'c' = yield\nd: A[b:c, ...] = 1\ne: A[b] | int | None\nf: a.b[c].d | e\n",
    "a, b = c = *d, e = f\n[a, *b] = (c) = (d,) = e\na.b += yield\n",
    "x[0] **= -1\nfor (x) in y: pass\nfor x, in *a, b: pass\n",
    "del a, (b), c[0], (d, e), [f]\ndel (a,)\nglobal a, b\nassert a, b\nraise A from b\nraise\n",
    "import a.b as c, d . e\nfrom . import (a as b, c,)\n",
    "from .. x.y import *\nfrom ... import z\nfrom __future__ import a\n",
    "def f(a, b: int, /, c=1, *d: int, e, f: str = '', **g: dict[str, int]) -> None: pass\n",
    "def g(*, a, b=1): ...\n",
    "def f(*args: *tuple[int, *Ts]): pass\nlambda: 0\n",
    "lambda a, /, b=1, *, c, **d: (yield)\nlambda *a: a if b else c\n",
    "@a.b\n# between\n@c(1)(2)\nasync def f(): pass\n",
    "@d\nclass E(F, *g, metaclass=H, **i):\n    '''doc'''\n    # end\n\nx\n",
    "f(x for x in y)\nf((x for x in y), 1)\n(x for x in y if a if b for z in w)\n",
    "{a: b for c, d in e}\n{a for b in c}\n",
    "f(a, b=c, *d, e=f, **g)\nf(a := 1)\nprint(*a, sep='')\nprint >>a, b\nprint -1\n[a := 1, b]\n",
    "match = 1\nmatch(x)\nmatch[x]\ntype(x).y = 1\ntype = 2\ntype[int]\n_ = case\nmatch x: \n  case 1: pass\n",
    "match x, y:\n  case -1 | 1+2j | -1-2j: pass\n  case A(x=1|2, y=B() as z) as q if q: pass\n  case _: pass\n",
    "match x:\n  case [a, *_, (b)] | (c,) | (): pass\n  case {'a': 1 as c, A.b: _, -1: {}, None: [], **rest}: pass\n",
    "match *x, y:\n  case 'a' 'b' | None | b'c': pass\n  case a, *b: pass\n  case (a|b) as c: 0\n  case A.B(): pass\n",
    "match x:\n  case *a,: pass\n  case A(_, (x), [1, 2], y=(1)): pass\n  case (1, 2): pass\n  case -1.5: pass\n",
    "f'a{b!r:>{c}.{d}}e{{f}}{g=}\\n{h:%H:%M}' 'i' f'{j, k}'\n",
    "f'{a!=b} {c if d else e} {f:=10} {g = !s:^5}'\nrf'\\d{a}\\\\'\n",
    "f''\nf'' ''\nu'a' 'b'\nb'a' b'\\x00\\'' rb'\\d'\n",
    '\'\\N{EM DASH}\\u00e9\\101\\\n\'\n\'é\\t\\é\'\n"""a\n  b"""\n',
    "0xFF_FF; 0o17; 0b1; 1_000; 00; 1.5e-3; .5; 5.; 1_0.0_1; 1j; 0_1j; 1e5J\nTrue; False; None; ...\n",
    "ª = 1\nﬁ = ﬁ.ﬁ\nx = 'héé' + é\n",
    "x = (  # a\n    b  # c\n    + d\n)\ny = a. \\\n    b\nz = f(  # g\n    h,  # i\n)\n",
    "class A:\n\n    def f(self):\n        pass\n    # less\n  # least\n    x = 1\n\n\ny = 2\n",
    "if a:\n\tb\n\tif c:\n\t\td\n\x0c\ne = 1\n",
    "while (a := b): c\nelse:\n    d\nfor a in b:\n    c\nelse:\n    d\n",
    "x = yield\ny = yield from a\nz = yield b, c\n(yield)\n",
    "a = b if c else d if e else f\nlambda: (a, b)\n(a for a in (lambda: b))\n[lambda: a for b in c]\n",
]


@pytest.mark.parametrize("source", SAME)
def test_what_python_has_for_long_becomes_the_tree_of_ast(source: str) -> None:
    assert first_difference(source) is None


def test_a_sample_of_the_standard_library_becomes_the_tree_of_ast() -> None:
    small = [path for path in library_files() if path.stat().st_size < 12_000 and path.name not in UNREADABLE]
    texts = {path: text for path in small[:: len(small) // 150] if (text := readable(path)) is not None}
    assert len(texts) > 140
    assert {path: found for path, text in texts.items() if (found := first_difference(text))} == {}


@pytest.mark.nightly
def test_the_whole_standard_library_becomes_the_tree_of_ast() -> None:
    different: dict[str, str] = {}
    for path in library_files():
        text = readable(path) if path.name not in UNREADABLE else None
        if text is not None and (found := first_difference(text)):
            different[str(path)] = found
    assert different == {}
