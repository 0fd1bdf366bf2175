"""The service's files: systemd accepts them without a word, the sandbox is tight, the installer lays them out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists here: systemd-analyze wants to see it."""
    text = (SYSTEMD / "gammond.service").read_text()
    copy = tmp_path / "gammond.service"
    copy.write_text(text.replace("/opt/gammond/bin/gammond", sys.executable))
    return copy


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60, env={**os.environ, "LC_ALL": "C"}
    )


@needs_systemd
def test_unit_has_no_typo_and_no_wrong_value(unit: Path) -> None:
    # A misspelt key is only a warning to systemd: any word on standard error is a failure here.
    found = analyze("verify", "--man=no", str(unit))
    assert (found.returncode, found.stderr) == (0, "")


@needs_systemd
def test_a_misspelt_key_would_be_noticed(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("Restart=", "Restrat="))
    assert "Restrat" in analyze("verify", "--man=no", str(unit)).stderr


@needs_systemd
def test_sandbox_is_tight(unit: Path) -> None:
    found = analyze("security", "--offline=yes", "--threshold=20", "--no-pager", str(unit))
    assert found.returncode == 0, found.stdout


def test_unit_restarts_a_hung_daemon_and_gives_lgpio_a_folder() -> None:
    text = (SYSTEMD / "gammond.service").read_text()
    for line in ("Type=notify", "WatchdogSec=10", "Restart=on-failure", "User=gammond", "Environment=LG_WD=%t/gammond"):
        assert line in text.splitlines(), line


def test_scanner_has_a_stable_name_and_is_left_alone_by_modem_manager() -> None:
    rules = (SYSTEMD / "99-gammond.rules").read_text()
    (tty,) = [line for line in rules.splitlines() if line.startswith('SUBSYSTEM=="tty"')]
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in tty
    assert 'SYMLINK+="gammond-scanner"' in tty
    assert "/dev/gammond-scanner" in (SYSTEMD / "gammond.toml").read_text()


def test_only_the_services_user_may_shut_down_and_do_nothing_else() -> None:
    rule = (SYSTEMD / "50-gammond.polkit.rules").read_text()
    user = re.search(r"^User=(\w+)$", (SYSTEMD / "gammond.service").read_text(), re.MULTILINE)
    assert user is not None
    assert f'subject.user == "{user[1]}"' in rule
    assert set(re.findall(r'"(org\.[\w.-]+)"', rule)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }
    assert rule.count("polkit.Result.YES") == 1


def test_user_gets_the_groups_that_own_the_devices() -> None:
    lines = (SYSTEMD / "gammond.sysusers").read_text().splitlines()
    made = {line.split()[1] for line in lines if line.startswith("g ")}
    joined = {line.split()[2] for line in lines if line.startswith("m gammond ")}
    assert joined == made == {"gpio", "i2c", "spi", "dialout"}


def test_installer_lays_out_its_files_and_keeps_the_settings_of_the_board(tmp_path: Path) -> None:
    def install() -> str:
        environment = {**os.environ, "DESTDIR": str(tmp_path)}
        done = subprocess.run([SYSTEMD / "install.sh"], capture_output=True, text=True, env=environment, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "is new" in install()
    laid_out = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert laid_out == [
        "etc/gammond.toml",
        "etc/polkit-1/rules.d/50-gammond.rules",
        "etc/systemd/system/gammond.service",
        "etc/udev/rules.d/99-gammond.rules",
        "usr/lib/sysusers.d/gammond.conf",
    ]
    settings = tmp_path / "etc" / "gammond.toml"
    settings.write_text("[table]\nlength = 3\n")
    assert "stays as it is" in install()
    assert settings.read_text() == "[table]\nlength = 3\n"


def test_service_and_installer_name_the_same_places() -> None:
    unit = (SYSTEMD / "gammond.service").read_text()
    installer = (SYSTEMD / "install.sh").read_text()
    command = re.search(r"^ExecStart=(\S+)/bin/gammond run --config (\S+)$", unit, re.MULTILINE)
    assert command is not None
    assert f"prefix={command[1]}\n" in installer
    assert f'"$root{command[2]}"' in installer
