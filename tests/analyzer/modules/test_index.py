"""From names to files and back, in projects of every layout."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

import pytest

from duotone.analyzer.modules import Modules
from duotone.errors import MissingExtra


def write(root: Path, *names: str) -> list[Path]:
    paths = [root / name for name in names]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return paths


def project(root: Path, *names: str, roots: tuple[str, ...] = ()) -> Modules:
    return Modules(write(root, *names), [root / each for each in roots], venv(root), start=root)


def venv(root: Path, *names: str) -> Path:
    site = root / ".venv" / "lib" / "python3.12" / "site-packages"
    site.mkdir(parents=True, exist_ok=True)
    write(site, *names)
    return root / ".venv"


def test_a_package_begins_with_the_topmost_init(tmp_path: Path) -> None:
    modules = project(tmp_path, "backend/app/__init__.py", "backend/app/db/__init__.py", "backend/app/db/models.py")
    path = tmp_path / "backend/app/db/models.py"
    assert modules.name_of(path) == "app.db.models"
    assert modules.path_of("app.db.models") == path
    assert modules.path_of("backend.app.db.models") == path
    assert modules.path_of("app.db") == tmp_path / "backend/app/db/__init__.py"


def test_src_is_a_root_and_namespaces_below_it_count(tmp_path: Path) -> None:
    modules = project(tmp_path, "src/google/cloud/thing/__init__.py", "src/google/cloud/thing/client.py")
    path = tmp_path / "src/google/cloud/thing/client.py"
    assert modules.name_of(path) == "google.cloud.thing.client"
    assert modules.path_of("google.cloud.thing.client") == path
    assert modules.path_of("google.cloud") is None
    assert modules.is_package("google.cloud")
    assert modules.children("google.cloud") == ("thing",)
    assert modules.path_of("src.google.cloud.thing.client") == path


def test_the_sources_beside_what_was_given_are_found_without_being_given(tmp_path: Path) -> None:
    store, types = write(tmp_path, "services/api/src/shop/store.py", "typings/paid.pyi")
    test = tmp_path / "services/api/tests/test_store.py"
    modules = project(tmp_path, "services/api/tests/test_store.py")
    assert modules.path_of("shop.store", test) == store
    assert modules.path_of("paid", test) == types
    assert modules.kind_of(store) == "project"
    assert modules.name_of(store) == "shop.store"


def test_a_src_that_has_an_init_is_a_root_where_nothing_else_is_meant(tmp_path: Path) -> None:
    modules = project(tmp_path, "src/__init__.py", "src/shop/__init__.py", "src/shop/store.py", "tests/test_store.py")
    path = tmp_path / "src/shop/store.py"
    assert modules.name_of(path) == "src.shop.store"
    assert modules.path_of("src.shop.store") == path
    for near in (tmp_path / "src/shop/__init__.py", tmp_path / "tests/test_store.py"):
        assert modules.path_of("shop.store", near) == path
    installed = venv(tmp_path, "shop/__init__.py", "shop/store.py")
    other = Modules([path], (), installed, start=tmp_path)
    assert other.path_of("shop.store", path) == installed / "lib/python3.12/site-packages/shop/store.py"


def test_a_directory_without_init_inside_a_package_is_a_part_of_it(tmp_path: Path) -> None:
    modules = project(
        tmp_path, "discord/__init__.py", "discord/ext/commands/__init__.py", "discord/ext/commands/bot.py"
    )
    path = tmp_path / "discord/ext/commands/bot.py"
    assert modules.name_of(path) == "discord.ext.commands.bot"
    assert modules.path_of("discord.ext.commands.bot") == path
    assert modules.children("discord") == ("ext",)
    assert modules.path_of("commands") is None


def test_a_script_imports_what_lies_beside_it_and_others_do_not(tmp_path: Path) -> None:
    modules = project(tmp_path, "scripts/run-all.py", "scripts/steps.py", "pkg/__init__.py", "pkg/main.py")
    steps = tmp_path / "scripts/steps.py"
    assert modules.name_of(steps) == "scripts.steps"
    assert modules.name_of(tmp_path / "scripts/run-all.py") == "scripts.run-all"
    assert modules.path_of("steps", near=tmp_path / "scripts/run-all.py") == steps
    assert modules.path_of("steps", near=tmp_path / "pkg/main.py") is None
    assert modules.path_of("scripts.steps") == steps


def test_a_file_without_packages_has_a_short_and_a_long_name(tmp_path: Path) -> None:
    modules = project(tmp_path, "app/models.py", "app/main.py", "checks.py")
    path = tmp_path / "app/models.py"
    assert modules.path_of("models", near=tmp_path / "app/main.py") == path
    assert modules.path_of("app.models", near=tmp_path / "app/main.py") == path
    assert modules.path_of("models", near=tmp_path / "checks.py") == path


def test_files_of_a_package_that_are_run_as_scripts_find_each_other(tmp_path: Path) -> None:
    modules = project(tmp_path, "app/__init__.py", "app/models.py", "app/main.py")
    assert modules.path_of("models", near=tmp_path / "app/main.py") == tmp_path / "app/models.py"
    assert modules.path_of("models") is None


def test_a_package_deep_inside_never_stands_for_a_library_of_its_name(tmp_path: Path) -> None:
    modules = project(
        tmp_path, "home/__init__.py", "home/parts/__init__.py", "home/parts/zha/__init__.py", "home/parts/zha/api.py"
    )
    assert modules.path_of("zha", near=tmp_path / "home/parts/zha/api.py") is None
    assert modules.path_of("parts", near=tmp_path / "home/parts/zha/api.py") is None


@pytest.mark.parametrize("name", ["cogs/redis.py", "bot/cogs/redis.py", "jobs/redis.py"])
def test_what_a_module_imports_by_its_own_name_is_another(tmp_path: Path, name: str) -> None:
    names = (name, "bot/cogs/__init__.py", "cogs/__init__.py", "jobs/other.py", "main.py")
    assert project(tmp_path, *names).path_of("redis", tmp_path / name) is None
    library = venv(tmp_path, "redis/__init__.py") / "lib/python3.12/site-packages/redis/__init__.py"
    assert project(tmp_path, *names).path_of("redis", tmp_path / name) == library


def test_a_module_in_a_root_imports_itself_by_its_name(tmp_path: Path) -> None:
    modules = project(tmp_path, "redis.py", "main.py", "jobs/tools.py", "jobs/other.py")
    assert modules.path_of("redis", tmp_path / "redis.py") == tmp_path / "redis.py"
    assert modules.path_of("tools", tmp_path / "jobs/other.py") == tmp_path / "jobs/tools.py"


def test_two_services_with_one_package_name_each_see_their_own(tmp_path: Path) -> None:
    modules = project(
        tmp_path,
        *("one-svc/app/__init__.py", "one-svc/app/main.py", "one-svc/app/db.py"),
        *("two/app/__init__.py", "two/app/main.py", "two/app/db.py"),
    )
    names = {modules.name_of(tmp_path / each / "app/db.py") for each in ("one-svc", "two")}
    assert names == {"one-svc.app.db", "two.app.db"}
    assert modules.path_of("app.db", near=tmp_path / "two/app/main.py") == tmp_path / "two/app/db.py"
    assert modules.path_of("app.db", near=tmp_path / "one-svc/app/main.py") == tmp_path / "one-svc/app/db.py"
    assert modules.path_of("one-svc.app.db") == tmp_path / "one-svc/app/db.py"
    assert modules.path_of("app.db") is None
    assert modules.children("one-svc.app") == ("db", "main")


def test_a_monorepo_has_many_roots(tmp_path: Path) -> None:
    modules = project(
        tmp_path,
        *("packages/a/src/a/__init__.py", "packages/a/src/a/x.py", "packages/a/tests/conftest.py"),
        *("packages/b/src/b/__init__.py", "packages/b/src/b/y.py", "packages/b/tests/conftest.py"),
    )
    assert modules.path_of("a.x", near=tmp_path / "packages/b/src/b/y.py") == tmp_path / "packages/a/src/a/x.py"
    conftests = {modules.name_of(tmp_path / f"packages/{each}/tests/conftest.py") for each in "ab"}
    assert len(conftests) == 2
    near = tmp_path / "packages/b/tests/test_y.py"
    assert modules.path_of("conftest", near=near) == tmp_path / "packages/b/tests/conftest.py"


def test_a_package_that_is_a_project_is_a_root_for_what_lies_in_it(tmp_path: Path) -> None:
    inside = ("__init__.py", "pyproject.toml", "services/__init__.py", "services/mail.py", "tasks/send.py")
    names = [f"parts/{each}/{name}" for each in ("one", "two") for name in inside]
    modules = project(tmp_path, *names, "other/pyproject.toml", "other/services/__init__.py", "services/__init__.py")
    for each in ("one", "two"):
        mail, near = (tmp_path / "parts" / each / name for name in ("services/mail.py", "tasks/send.py"))
        assert modules.path_of("services.mail", near) == mail
        assert modules.name_of(mail) == f"{each}.services.mail"
    assert modules.path_of("services", tmp_path / "other/run.py") == tmp_path / "other/services/__init__.py"
    assert modules.path_of("services", tmp_path / "run.py") == tmp_path / "services/__init__.py"
    assert modules.path_of("tasks.send", tmp_path / "run.py") is None


def test_from_inside_and_from_outside_a_project_that_is_a_package_the_same_is_found(tmp_path: Path) -> None:
    files = write(tmp_path, *(f"shop/{each}" for each in ("__init__.py", "orders/__init__.py", "mail/send.py")))
    write(tmp_path, "shop/pyproject.toml")
    library = venv(tmp_path, "orders/__init__.py")
    for start in (tmp_path, tmp_path / "shop"):
        modules = Modules(files, python=library, start=start)
        assert modules.path_of("orders", files[2]) == files[1]
        assert modules.name_of(files[1]) == "shop.orders"


@pytest.mark.parametrize("mark", ["shop/setup.py", "tests/shop/pyproject.toml"])
def test_a_package_is_no_root_for_a_module_setup_or_among_tests(tmp_path: Path, mark: str) -> None:
    top = mark.rpartition("/")[0]
    modules = project(tmp_path, mark, f"{top}/__init__.py", f"{top}/redis/__init__.py", f"{top}/jobs/run.py")
    assert modules.path_of("redis", tmp_path / top / "jobs/run.py") is None


def test_tests_that_are_named_like_a_library_do_not_hide_it(tmp_path: Path) -> None:
    venv(tmp_path, "redis/__init__.py")
    modules = project(tmp_path, "tests/redis/__init__.py", "tests/redis/test_it.py", "app/__init__.py", "app/x.py")
    library = tmp_path / ".venv/lib/python3.12/site-packages/redis/__init__.py"
    assert modules.path_of("redis", near=tmp_path / "app/x.py") == library
    assert modules.path_of("redis", near=tmp_path / "tests/redis/test_it.py") == library
    assert modules.name_of(tmp_path / "tests/redis/test_it.py") == "tests.redis.test_it"


def test_tests_without_packages_find_helpers_above(tmp_path: Path) -> None:
    modules = project(tmp_path, "tests/support.py", "tests/unit/test_a.py")
    assert modules.path_of("support", near=tmp_path / "tests/unit/test_a.py") == tmp_path / "tests/support.py"


def test_explicit_roots_come_first(tmp_path: Path) -> None:
    modules = project(tmp_path, "lib/python/tool.py", "lib/python/sub/part.py", roots=("lib/python",))
    assert modules.name_of(tmp_path / "lib/python/sub/part.py") == "sub.part"
    assert modules.path_of("tool") == tmp_path / "lib/python/tool.py"


def test_a_package_hides_the_module_and_the_notebook_of_its_name(tmp_path: Path) -> None:
    modules = project(tmp_path, "a/__init__.py", "a.py", "a.ipynb", "n.ipynb")
    assert modules.path_of("a") == tmp_path / "a/__init__.py"
    names = [modules.name_of(tmp_path / each) for each in ("a/__init__.py", "a.py", "a.ipynb", "n.ipynb")]
    assert names == ["a", "a.py", "a.ipynb", "n"]


def test_a_project_source_wins_over_its_stub_and_the_stub_is_known(tmp_path: Path) -> None:
    modules = project(tmp_path, "pkg/__init__.py", "pkg/fast.py", "pkg/fast.pyi", "pkg/native.pyi")
    source, stub = tmp_path / "pkg/fast.py", tmp_path / "pkg/fast.pyi"
    assert modules.path_of("pkg.fast") == source
    assert modules.stub_of(source) == stub
    assert modules.stub_of(tmp_path / "pkg/__init__.py") is None
    assert modules.name_of(stub) == "pkg.fast"
    assert modules.path_of("pkg.native") == tmp_path / "pkg/native.pyi"
    assert modules.kind_of(stub) == "stub"


def test_files_that_were_not_given_are_found_beside_those_that_were(tmp_path: Path) -> None:
    write(tmp_path, "src/pkg/__init__.py", "src/pkg/other.py")
    modules = project(tmp_path, "src/pkg/main.py")
    assert modules.name_of(tmp_path / "src/pkg/main.py") == "pkg.main"
    assert modules.path_of("pkg.other") == tmp_path / "src/pkg/other.py"
    assert modules.kind_of(tmp_path / "src/pkg/other.py") == "project"
    assert modules.name_of(tmp_path / "src/pkg/other.py") == "pkg.other"


def test_files_need_not_exist(tmp_path: Path) -> None:
    modules = Modules(
        [tmp_path / "pkg/__init__.py", tmp_path / "pkg/unsaved.py"], python=venv(tmp_path), start=tmp_path
    )
    assert modules.path_of("pkg.unsaved") == tmp_path / "pkg/unsaved.py"


def test_files_outside_of_the_start_are_named_by_what_they_have_in_common(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    files = write(tmp_path / "there", "lib/__init__.py", "lib/x.py", "run.py")
    modules = Modules(files, python=venv(tmp_path), start=tmp_path / "here")
    assert [modules.name_of(path) for path in files] == ["lib", "lib.x", "run"]
    assert modules.path_of("lib.x", near=files[2]) == files[1]


def test_a_start_inside_of_a_package_knows_the_whole_name(tmp_path: Path) -> None:
    files = write(tmp_path, "pkg/__init__.py", "pkg/x.py")
    modules = Modules(files, python=venv(tmp_path), start=tmp_path / "pkg")
    assert modules.name_of(files[1]) == "pkg.x"
    assert modules.path_of("pkg.x") == files[1]


def test_the_standard_library_comes_from_typeshed(tmp_path: Path) -> None:
    modules = project(tmp_path, "x.py")
    path = modules.path_of("asyncio.tasks")
    assert path is not None
    assert (path.name, modules.kind_of(path), modules.name_of(path)) == ("tasks.pyi", "typeshed", "asyncio.tasks")
    assert modules.is_package("asyncio")
    assert not modules.is_package("time")
    assert "taskgroups" in modules.children("asyncio")
    assert modules.path_of("asyncio.nothing") is None


def test_only_what_the_targets_python_has_is_in_the_standard_library(tmp_path: Path) -> None:
    modules = project(tmp_path, "x.py")  # 3.12
    assert modules.environment.version == (3, 12)
    assert modules.path_of("distutils.core") is None
    assert modules.path_of("asyncio.graph") is None
    assert modules.path_of("asyncio.taskgroups") is not None


def test_a_nested_module_never_hides_the_standard_library(tmp_path: Path) -> None:
    modules = project(tmp_path, "app/logging.py", "app/main.py", "lib/queue/__init__.py", "lib/queue/x.py")
    for name in ("logging", "queue"):
        path = modules.path_of(name, near=tmp_path / "app/main.py")
        assert path is not None
        assert modules.kind_of(path) == "typeshed"
    assert modules.name_of(tmp_path / "lib/queue/x.py") == "lib.queue.x"


def test_installed_packages_prefer_stubs(tmp_path: Path) -> None:
    venv(
        tmp_path,
        *("foo/__init__.py", "foo/bar.py", "foo/only.py", "foo-stubs/__init__.pyi", "foo-stubs/bar.pyi"),
        *("inline/__init__.py", "inline/__init__.pyi", "inline/native.cpython-312-x86_64-linux-gnu.so", "single.py"),
        *("ns/part/__init__.py", "fast.cpython-312-x86_64-linux-gnu.so"),
    )
    modules = project(tmp_path, "x.py")
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    assert modules.path_of("foo.bar") == site / "foo-stubs/bar.pyi"
    assert modules.name_of(site / "foo-stubs/bar.pyi") == "foo.bar"
    assert modules.path_of("foo.only") == site / "foo/only.py"
    assert modules.children("foo") == ("bar", "only")
    assert modules.path_of("inline") == site / "inline/__init__.pyi"
    assert modules.path_of("inline.native") is None
    assert modules.path_of("fast") is None
    assert modules.path_of("single") == site / "single.py"
    assert modules.kind_of(site / "single.py") == "library"
    assert modules.path_of("ns.part") == site / "ns/part/__init__.py"
    assert modules.is_package("ns")
    assert not modules.is_package("single")


def test_a_name_never_continues_in_another_package_of_the_same_name(tmp_path: Path) -> None:
    venv(tmp_path, "app/__init__.py", "app/extra.py")
    modules = project(tmp_path, "app/__init__.py", "app/x.py")
    assert modules.path_of("app.extra") is None


def test_what_is_no_python_is_no_submodule(tmp_path: Path) -> None:
    venv(tmp_path, "lib/__init__.cpython-312-x86_64-linux-gnu.so", "lib/LICENSE", "lib/data.json", "lib/part.py")
    modules = project(tmp_path, "x.py")
    assert modules.children("lib") == ("part",)
    assert modules.path_of("lib") is None
    assert modules.is_package("lib")
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    assert modules.name_of(site / "lib/sub/__init__.py") == "lib.sub"


def test_a_notebook_among_loose_modules_is_not_imported(tmp_path: Path) -> None:
    modules = project(tmp_path, "app/work.ipynb", "app/tool.py", "main.py")
    assert modules.path_of("tool", near=tmp_path / "main.py") == tmp_path / "app/tool.py"
    assert modules.path_of("tool", near=tmp_path / "main.py") == tmp_path / "app/tool.py"
    assert modules.path_of("work", near=tmp_path / "main.py") is None


def test_files_without_anything_in_common_are_named_from_the_start(tmp_path: Path) -> None:
    files = [Path("relative/x.py"), tmp_path / "y.py"]
    modules = Modules(files, python=venv(tmp_path), start=tmp_path / "elsewhere")
    assert {modules.name_of(path) for path in files} == {"x", "y"}


@pytest.mark.parametrize("name", ["", ".", "a..b", "..", "a/b", "a\0b", "ü.ñ"])
def test_names_that_are_none_are_nowhere(tmp_path: Path, name: str) -> None:
    modules = project(tmp_path, "a/__init__.py", "a/b.py")
    assert modules.path_of(name) is None
    assert not modules.is_package(name)
    assert modules.children(name) == ()


def test_no_files_at_all(tmp_path: Path) -> None:
    modules = Modules([], python=venv(tmp_path), start=tmp_path)
    assert modules.path_of("time") is not None
    assert modules.path_of("nothing") is None


def test_a_copy_in_another_process_answers_the_same(tmp_path: Path) -> None:
    modules = project(tmp_path, "pkg/__init__.py", "pkg/x.py")
    modules.path_of("pkg.x")
    copy: Modules = pickle.loads(pickle.dumps(modules))  # noqa: S301  # our own
    assert copy.path_of("pkg.x") == tmp_path / "pkg/x.py"
    assert copy.name_of(tmp_path / "pkg/x.py") == "pkg.x"


def test_the_cost_of_the_index_grows_linearly(tmp_path: Path) -> None:
    environment = venv(tmp_path)

    def cost(size: int) -> float:
        names = [f"part{number % 100}/m{number}.py" for number in range(size)]
        names += [f"part{number}/__init__.py" for number in range(100)]
        files = [tmp_path / "src" / "pkg" / name for name in ("__init__.py", *names)]
        costs: list[float] = []
        for _ in range(3):
            began = time.process_time()
            modules = Modules(files, python=environment, start=tmp_path)
            costs.append(time.process_time() - began)
            assert modules.name_of(files[1]) == "pkg.part0.m0"
        return min(costs)

    assert cost(10_000) < 10 * cost(2_000)


def test_without_typeshed_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])
    monkeypatch.delitem(__import__("sys").modules, "typeshed_client", raising=False)
    with pytest.raises(MissingExtra, match=r"duotone\[check\]"):
        Modules([], start=tmp_path)
