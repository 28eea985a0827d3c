"""The operator's tools on a store of either kind, closed or with a room open on it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from support.sessions import change_saved
from support.stores import KINDS
from tableronde.room.administration.command import main
from tableronde.room.administration.guest_acts import erase_guest
from tableronde.room.administration.ledger import Ledger
from tableronde.room.base.logs import hash_secret
from tableronde.room.base.refusals import Refused
from tableronde.room.people.tokens import new_token
from tableronde.room.room import Room
from tableronde.room.saved.saved import ChatLine, FormerHolder
from tableronde.room.saved.seat_holders import FORMER_PLAYER, public_id
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store.command import main as main_store
from tableronde.room.store.maintenance.archives import open_archive
from tableronde.room.store.maintenance.backups import list_backups
from tableronde.room.tables.decisions.playing import resign
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.policy_watch import PolicyWatch

ANA, BO, EVE = new_token(), new_token(), new_token()


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of a new store, of each kind."""
    return str(tmp_path / "data") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def admin(place: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run a command and return what it prints for programs; fails if it fails."""

    def run(*words: str) -> Any:
        assert main(["--store" if "://" in place else "--data", place, "--json", "--yes", "--by", "Op", *words]) == 0, (
            capsys.readouterr().err
        )
        return json.loads(capsys.readouterr().out)

    return run


def in_room(place: str, live: Callable[[Room], Awaitable[None]]) -> None:
    """Open a room on a store, do something there, and close it."""

    async def run() -> None:
        room = Room.at(Path("/nonexistent"), workers=1, address=place) if "://" in place else Room.at(Path(place), workers=1)
        await room.begin()
        try:
            await live(room)
        finally:
            await room.close()

    asyncio.run(run())


async def game_of(room: Room, *, over: bool) -> TableSession:
    """Open a game of Ana, the host, against Bo, in which Ana has said something; played a little or to its end."""
    table = await room.open(Order("four-circles", seats=[SeatOrder("me", "Ana"), SeatOrder("here", "Bo")]), ANA)
    bo, ana = table.saved.seats[1].__class__(1, "person", "Bo", guests=frozenset({BO})), table.saved.seats[0]
    line = ChatLine(0, public_id(table.id, ANA), "Ana", "mon adresse", "my address", 1.0)
    told = ChatLine(None, "", "", "Ana reprend son coup.", "Ana takes a move back.", 2.0, 1)
    chat = table.saved.chat.with_line(line).with_line(told)
    await change_saved(table, seats=(ana, bo), chat=chat, former=(FormerHolder(1, "Ana bis", frozenset({ANA})),), away=frozenset({EVE}))
    await table.act(0, "0,0")
    await table.act(1, "1,0")
    if over:
        await table.decide(resign, 1)
    return table


async def command(*words: str) -> int:
    """Run a command beside the event loop, as from another process."""
    return await asyncio.to_thread(main, list(words))


def test_a_table_is_found_by_everything_that_names_it(place: str, admin: Callable[..., Any]) -> None:
    ids: list[str] = []

    async def live(room: Room) -> None:
        ids.append((await game_of(room, over=True)).id)
        ids.append((await game_of(room, over=False)).id)

    in_room(place, live)
    for name in (ids[0], hash_secret(ids[0]), f"https://play.example/t/{ids[0]}?lang=fr"):
        found = admin("table", name)
        assert (found["id"], found["status"], found["game"]) == (ids[0], "over", "four-circles")
        assert [seat["name"] for seat in found["seats"]] == ["Ana", "Bo"]
    assert [table["id"] for table in admin("tables", "--state", "playing")] == [ids[1]]
    assert len(admin("tables", "--game", "cirkis")) == 0
    [ana] = admin("guests", "ana")
    assert (ana["hash"], ana["names"], ana["tables"], ana["hosted"]) == (hash_secret(ANA), ["Ana"], 2, 2)
    for name in (hash_secret(ANA), f"{hash_secret(ids[0])}:0", f"{ids[1]}:{public_id(ids[1], ANA)}"):
        assert {table["id"] for table in admin("guest", name)["at"]} == set(ids)
    assert ANA not in json.dumps(admin("guest", hash_secret(ANA)))  # a guest's id would make half a cookie


def test_what_is_not_there_is_said_in_a_sentence(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    option = "--store" if "://" in place else "--data"
    if "://" not in place:
        assert main([option, place, "tables"]) == 3
        assert "there is no store in" in capsys.readouterr().err

    async def live(room: Room) -> None:
        assert await command(option, place, "table", "abcdef") == 2
        assert "there is no table 'abcdef'" in capsys.readouterr().err
        assert await command(option, place, "unban", "7") == 2
        assert "there is no ban with the number 7" in capsys.readouterr().err
        table = await game_of(room, over=True)
        assert await command(option, place, "erase", table.id) == 2  # nobody can be asked
        assert "repeat the command with --yes" in capsys.readouterr().err
        assert await room.store.load(table.id) is not None

    in_room(place, live)


def test_a_closed_table_can_be_seen_and_not_played(place: str, admin: Callable[..., Any]) -> None:
    """Also while the room has it in memory and has not noticed yet: nothing is written over what the operator did."""

    async def live(room: Room) -> None:
        table = await game_of(room, over=False)
        await asyncio.to_thread(admin, "close", table.id)
        with pytest.raises(Refused):
            await table.act(0, "2,0")
        again = await room.find(table.id)
        assert (again.table.plies, again.saved.moderated) == (2, "closed")
        with pytest.raises(Refused, match="has closed this table"):
            await again.act(0, "2,0")
        await asyncio.to_thread(admin, "reopen", table.id)
        await PolicyWatch(room).look()
        await (await room.find(table.id)).act(0, "2,0")
        await asyncio.to_thread(admin, "hide", table.id)
        await PolicyWatch(room).look()
        with pytest.raises(LookupError):
            await room.find(table.id)

    in_room(place, live)
    assert [act["act"] for act in admin("audit")] == ["close_table", "reopen_table", "hide_table"]
    assert {act["by"] for act in admin("audit")} == {"Op"}


def test_an_erased_table_is_gone_at_once_and_does_not_come_back(place: str, admin: Callable[..., Any]) -> None:
    async def live(room: Room) -> None:
        table = await game_of(room, over=False)
        await asyncio.to_thread(admin, "erase", table.id)
        with pytest.raises(Refused):
            await table.act(0, "2,0")  # the room has not noticed yet
        with pytest.raises(LookupError):
            await room.find(table.id)
        assert await room.store.count() == 0
        assert await room.store.list_tables_of(ANA, 9) == []

    in_room(place, live)
    with closing(open_archive(place)) as archive:
        assert [archive.run(f"SELECT count(*) FROM {name} WHERE id <> ''").fetchone()[0] for name in ("docs", "events", "holders")] == [
            0
        ] * 3


def test_an_erased_guest_is_a_former_player_in_the_games_of_others(place: str, admin: Callable[..., Any], tmp_path: Path) -> None:
    """Their finished games have the same record, name and chat are gone, and a game in progress goes on with an open seat."""
    ids: dict[str, str] = {}
    records: dict[str, str] = {}

    async def play(room: Room) -> None:
        for name, over in (("over", True), ("playing", False)):
            table = await game_of(room, over=over)
            ids[name], records[name] = table.id, table.record().text()
        alone = await room.open(Order("four-circles", seats=[SeatOrder("me", "Ana"), SeatOrder("bot")]), ANA)
        ids["alone"] = alone.id

    in_room(place, play)
    exported = admin("export-guest", hash_secret(ANA), str(tmp_path / "ana.json"))
    assert exported["tables"] == 3
    written = (tmp_path / "ana.json").read_text(encoding="utf-8")
    assert (tmp_path / "ana.json").stat().st_mode & 0o077 == 0
    own = {each["table"]: each for each in json.loads(written)["tables"]}
    assert [line["text"] for line in own[ids["over"]]["chat"]] == ["mon adresse"]
    assert [event["action"] for event in own[ids["over"]]["actions"]] == ["0,0"]
    assert BO not in written
    done = admin("erase-guest", hash_secret(ANA))
    assert (done["erased_tables"], done["changed_tables"]) == (1, 2)

    async def look(room: Room) -> None:
        over = await room.find(ids["over"])
        assert over.table.names == (FORMER_PLAYER, over.table.names[1])
        assert over.record().text() == records["over"]
        assert [line.en for line in over.saved.chat.lines] == ["(message erased)", "A former player takes a move back."]
        playing = await room.find(ids["playing"])
        assert [holder.kind for holder in playing.saved.seats] == ["open", "person"]
        assert playing.record().text() == records["playing"]
        assert await room.store.load(ids["alone"]) is None
        assert await room.store.list_tables_of(ANA, 9) == []

    in_room(place, look)
    with closing(open_archive(place)) as archive:
        texts = [value for (value,) in archive.run("SELECT value FROM docs").fetchall()]
        assert not [text for text in texts if ANA in text or "mon adresse" in text or '"Ana' in text]
    assert main_store(["--store" if "://" in place else "--data", place, "check"]) == 0


def test_who_is_erased_leaves_older_copies_with_the_next_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, nights = str(tmp_path / "data"), tmp_path / "nights"

    async def play(room: Room) -> None:
        await game_of(room, over=True)

    in_room(place, play)
    assert main_store(["--data", place, "backup", str(nights), "--keep", "3"]) == 0
    [first] = list_backups(nights)
    first.rename(nights / "room-2026-01-01T000000Z")
    assert main(["--data", place, "--yes", "erase-guest", hash_secret(ANA)]) == 0
    copied = nights / "room-2026-01-01T000000Z" / "room.sqlite"
    assert ANA.encode() in copied.read_bytes()
    assert main_store(["--data", place, "backup", str(nights), "--keep", "3"]) == 0
    assert len(list_backups(nights)) == 2
    for copy in list_backups(nights):
        data = (copy / "room.sqlite").read_bytes()
        assert ANA.encode() not in data
        assert b"mon adresse" not in data
        assert BO.encode() in data
        assert main_store(["--data", str(copy), "check"]) == 0


def test_what_the_operator_decided_goes_along_in_a_copy(place: str, admin: Callable[..., Any], tmp_path: Path) -> None:
    async def nothing(room: Room) -> None:
        pass

    in_room(place, nothing)
    admin("ban", "203.0.113.0/24", "--for", "7d", "--reason", "spam")
    option = "--store" if "://" in place else "--data"
    assert main_store([option, place, "export", str(tmp_path / "all.jsonl")]) == 0
    assert main_store(["--data", str(tmp_path / "other"), "import", str(tmp_path / "all.jsonl")]) == 0
    with closing(open_archive(str(tmp_path / "other"))) as archive:
        [rule] = Ledger(archive, "Op").read_policy().rules
        assert (rule.kind, rule.value, rule.reason) == ("network", "203.0.113.0/24", "spam")
        assert [act.act for act in Ledger(archive, "Op").list_acts()] == ["ban"]


def test_an_act_that_fails_changes_nothing_and_is_not_in_the_audit_log(place: str) -> None:
    async def nothing(room: Room) -> None:
        pass

    in_room(place, nothing)
    with closing(open_archive(place)) as archive:
        ledger = Ledger(archive, "Op")

        def fail() -> None:
            with ledger.acting("mode", "read-only") as act:
                act.archive.put_document("", "audit 0000000099", "{}")
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert ledger.list_acts() == []
        assert erase_guest(ledger, new_token()) == {"erased_tables": 0, "changed_tables": 0}
        assert [act.act for act in ledger.list_acts()] == ["erase_guest"]


def test_modes_quotas_and_mutes_hold_in_an_open_room(place: str, admin: Callable[..., Any]) -> None:
    async def live(room: Room) -> None:
        watch, table = PolicyWatch(room), await game_of(room, over=False)
        assert await room.may_open(ANA, "10.0.0.1")
        for mode, sentence in (("no-new-tables", "No new tables can be opened"), ("read-only", "under maintenance")):
            await asyncio.to_thread(admin, "mode", mode)
            await watch.look()
            with pytest.raises(Refused, match=sentence):
                await room.may_open(ANA, "10.0.0.1")
        with pytest.raises(Refused, match="under maintenance"):
            await table.act(0, "2,0")
        assert table.running == frozenset()
        await asyncio.to_thread(admin, "mode", "open")
        await asyncio.to_thread(admin, "quotas", "--tables", "1")
        await watch.look()
        assert table.running == frozenset({0})
        await table.act(0, "2,0")
        with pytest.raises(Refused, match="has reached its limit of tables"):
            await room.may_open(ANA, "10.0.0.1")
        await asyncio.to_thread(admin, "quotas", "--tables", "0", "--database-bytes", "1")
        await watch.look()
        with pytest.raises(Refused, match="no space for a new table"):
            await room.may_open(ANA, "10.0.0.1")
        await asyncio.to_thread(admin, "quotas", "--database-bytes", "0")
        await asyncio.to_thread(admin, "mute", hash_secret(ANA), "--for", "12h")
        await asyncio.to_thread(admin, "mute", "10.9.0.0/16")
        await watch.look()
        assert await room.may_open(ANA, "10.0.0.1")
        for guest, where in ((ANA, "10.0.0.1"), (BO, "10.9.3.4")):
            with pytest.raises(Refused, match="has muted you"):
                room.enforcement.check_chat(guest, where)
        room.enforcement.check_chat(BO, "10.8.0.1")
        await asyncio.to_thread(admin, "unmute", "1")
        await watch.look()
        room.enforcement.check_chat(ANA, "10.0.0.1")

    in_room(place, live)
    assert admin("status")["mutes"] == 1
