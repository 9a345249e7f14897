"""Setting the table anew by phone: the form, what it changes, and each one's own sum on their own page alone."""

from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.model import CARDS
from companion.kit import Purse
from companion.kit.layout import Stated
from companion.setting.proposal import Propose
from companion.table.table import Table
from tests.markup import found, words
from tests.web.phones import Phone


def test_a_forgotten_rent_is_entered_looked_at_and_confirmed_by_its_owner(phones: dict[str, Phone], table: Table) -> None:
    paid = {"from0": "B", "to0": "", "sum0": "8", "part0": "money"}
    assert ("pays 8" in words(phones["A"].post("/set", data=paid).text), table.now.proposal) == (True, None)  # Only a look.
    assert phones["A"].post("/set", data={**paid, "ask": "1"}).status_code == 303
    pages = {seat: phone.get("/seat/view").text for seat, phone in phones.items()}
    assert all("pays 8" in words(page) for page in [*pages.values(), phones["A"].get("/table/view").text])
    assert [seat for seat, page in pages.items() if "/set/own" in page] == ["B"]
    assert [phones[seat].get("/set/own").status_code for seat in "ABC"] == [409, 200, 409]
    state = lambda money, fakes: phones["B"].post("/set/own", data={"money@B": money, "fakes@B": fakes}).status_code
    assert (state("-3", "7"), state("42", "6")) == (422, 303)
    for seat in sorted(table.now.unanswered()):
        table.act(seat, Vote(table.now.vote, True))
    assert table.now.match.state.money["B"].open() == Purse(42, 6)


def test_what_cannot_lie_there_comes_back_with_a_sentence_and_as_filled_in(phones: dict[str, Phone], table: Table) -> None:
    before, wrong = table.now.row, [{"round@": "100"}, {"round@": "x"}, {"lessee@Octopus": "Z"}, {}, {"part0": "x"}]
    for form in ({"lies@Octopus": "open"}, *wrong):
        assert phones["A"].post("/set", data={**form, "ask": "1"}).status_code == 422, form
    assert phones["A"].post("/set", data={"sum0": "1", "part0": "lies"}).status_code == 400
    back = phones["A"].post("/set", data={"lies@Octopus": "open"}).text
    assert ("is open, so it has a lessee." in words(back), '<option value="open" selected>' in back) == (True, True)
    assert table.now.row == before


def test_a_game_played_without_the_companion_is_entered_in_a_few_forms(phones: dict[str, Phone], table: Table) -> None:
    for seat in table.now.match.state.seats[:3]:
        table.act(seat, Vote(Motion("put_away"), True))
    assert "/begin" in phones["C"].get("/seat/menu").text
    assert "The bars: only “cards on the table”" in words(phones["C"].get("/begin").text)
    refused = phones["C"].post("/begin", data={"game": "barracuda", "barracuda.bank": "robbed"})
    assert (refused.status_code, "There is no such choice." in words(refused.text)) == (422, True)
    dealt = {"barracuda.deal": "companion"}  # The form doesn't have that.
    started = phones["C"].post("/begin", data={"game": "barracuda", "barracuda.bank": "hidden", **dealt})
    assert (started.status_code, started.location) == (303, "/set?begin=1")
    lies = {"lies@Octopus": "open", "lessee@Octopus": "A", "partner@Octopus": "B", "place@A": "1", "round@": "3"}
    form = {"begun": "1", **lies}
    pages = (phones["C"].get("/set?begin=1").text, phones["C"].post("/set", data=form).text)
    assert ['name="money@C"' in page for page in pages] == [False, True]
    assert phones["C"].post("/set", data={**form, "money@C": "60", "fakes@C": "2", "ask": "1"}).status_code == 303
    for seat, money in (("A", "41"), ("B", "52"), ("D", "40"), ("E", "30")):
        assert phones[seat].post("/set/own", data={f"money@{seat}": money, f"fakes@{seat}": "4"}).status_code == 303
    assert table.now.hands is None, "all lies there already"
    view = table.now.view("A")
    assert (view.round, view.bag, view.purse, view.bar("Octopus").partner) == (3, (tuple("BCDE"),), Purse(41, 4), "B")
    assert table.now.match.state.money["bank"].open() == Purse(250 - 41 - 52 - 60 - 40 - 30, 35 - 4 * 4 - 2)
    turn = Propose((Stated("", "turn", "A"),))  # Nothing has happened yet, so the page has nothing to tell of it.
    table.act("A", turn)
    for seat in "BCDE":
        table.act(seat, Vote(table.now.vote, True))
    assert "Your turn" in words(phones["A"].get("/").text)


def test_a_recount_is_answered_and_its_finding_entered_by_phone(phones: dict[str, Phone], table: Table) -> None:
    assert phones["A"].post("/recount", data={}).status_code == 303
    for at in range(len(table.now.recount.questions)):
        page = phones["B"].get("/seat/view").text
        assert ("is this right?" in words(page), f'name="at" value="{at}"' in page) == (True, True)
        answer = "wrong" if "C" in table.now.recount.asked.keys else "right"
        assert phones["B"].post("/recount", data={"answer": answer, "at": str(at)}).status_code == 303
        assert phones["A"].post("/recount", data={"answer": "wrong", "at": str(at)}).status_code == 303  # Too late.
    assert 'href="/set"' in phones["D"].get("/seat/view").text
    names = [one.get("name") for one in found(phones["D"].get("/set").text, "*[@name]")]
    assert next(name for name in names if "@" in name) == "place@C"


# The page of a table's own cards

CELLS = [str(cell) for card in CARDS for cell in (card.name, card.rent, card.places)]
PAGE = "/box/barracuda"


def cells(page: str) -> list[str]:
    return [one.get("value") for one in found(page, "*[@name='cell']")]


def test_people_at_the_table_can_say_what_the_cards_are(lobby: dict[str, Phone], table: Table, stranger: Phone) -> None:
    page = lobby["A"].get(PAGE).text
    assert cells(page) == CELLS
    ours = {CELLS[n] for n, label in enumerate(found(page, "label")) if n % 3 == 0 and found(label, "*[@class='ours']")}
    assert ours == {card.name for card in CARDS if card.placeholder}  # B1
    assert 'action="/box/barracuda"' in lobby["A"].get("/").text
    assert lobby["C"].post(PAGE).status_code == 303  # Confirming the shipped cards is kept, too.
    assert [row[0] for row in table.now.contents["barracuda"]] == [card.name for card in CARDS]
    changed = ["Oyster Bar", "5", *CELLS[2:]]
    assert stranger.post(PAGE, data={"cell": changed}).status_code == 403
    assert lobby["A"].post(PAGE, data={"cell": changed}).status_code == 303
    assert table.now.contents["barracuda"][0] == ("Oyster Bar", 5, 2)
    page, shown = lobby["B"].get(PAGE).text, lobby["A"].get("/").text
    assert (cells(page), 'class="ours"' in page) == (changed, False)
    assert ('action="/box/barracuda"' in shown, "<option>Oyster Bar</option>" in shown) == (False, True)  # It is answered.


def test_what_is_wrong_is_said_above_what_was_typed(lobby: dict[str, Phone], table: Table) -> None:
    for at, cell in ((0, "Octopus"), (1, "13"), (1, "six"), (1, "\u0664")):
        answer = lobby["A"].post(PAGE, data={"cell": [cell if n == at else one for n, one in enumerate(CELLS)]})
        assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert lobby["A"].post(PAGE, data={"cell": CELLS[1:]}).status_code == 400
    assert [lobby["A"].get(f"/box/{game}").status_code for game in ("shark", "go")] == [404, 404]
    assert table.now.contents == {}
