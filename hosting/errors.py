"""What can be wrong with what a player or an organiser asks for; each package declares its own.

ArenaError (engine.errors)
└── HostingError
    ├── match.model            NotSeated, NoSuchMatch, MatchOver, MatchParked, MatchPaused, NothingToTakeBack,
    │                          BehindBarrier, NotYourTurn, StaleBoard, NothingToPrepare, NotPrepared
    ├── match.answers          PlanError
    ├── match.partners         PartnerAsked, WordsForPartner
    ├── lobby.model            NoSuchTable, TableClosed, TableFull, SeatTaken, AlreadySeated, NotInvited, NotHost,
    │                          TooFewPlayers, TableChanged, ChannelBusy, AlreadyStarted, NotWanted, NeedsTable,
    │                          PlayerGone, QueueFull, StillPlayed, NoRematch, RematchDeclined, NoLoadouts,
    │                          LoadoutUnfit, TooManyLoadouts, NoSuchLoadout, TakenLoadoutName, BadLoadoutName,
    │                          TermsChanged, SeatedOnTheseTerms, NoLastTable
    ├── lobby.blocks           OwnBlock, TooManyBlocks, NotBlocked, BlockedByYou, NotToBeChallenged, NotAtThisTable
    ├── corrections            StillPlayed, PlayedThere, NothingCorrected, NotHandedOver, NoSuchCorrection,
    │                          PartnersApart, CorrectedMeanwhile
    ├── rating                 NoRatingsOfAllServers
    ├── lobby.matchmaking      TooManySeeks, NoSuchSeek, BadRange, BadExpiry, NeverMatches
    ├── lobby.seeks            NoSuchPairing, TooLateToStepBack, NotAskedFor
    ├── consent.agreements     OutOfGame, NoSuchRequest, RequestClosed, AlreadyAsked, AskedLately, OneATurn,
    │                          Announced, NotAsked, NotTheAsker, UndoNever, ChooseAgain, NoDraws, NoAgreedEnds,
    │                          NoPauses, LeagueMatch, TooLateToAbort, AlreadyPaused, NotPaused, PausedByOrganiser,
    │                          NoClock, OnlyTheUsual, NoSuchSeat, FormerPlayer, PlaysThere, RivalInSeason,
    │                          AlternatesFirst, OwnMatch, PlaysAlone
    ├── clock                  NoSuchClock
    ├── vacations              VacationError
    ├── watches                TooManyWatches
    ├── league.pairing.values  OnlyForTwo, TooFewEntries, TooManyEntries
    ├── league.errors          NoSuchLeague, LeagueNameTaken, BadLeagueName, BadLeagueTerms, LeagueStarted,
    │                          LeagueNotOpen, LeagueIsPaused, LeagueNotRunning, LeagueNotPaused, SeasonClosed,
    │                          LeagueFull, JoinedAlready, NotInLeague, NeedsPartner, NoPartners, OwnPartner,
    │                          PartnerElsewhere, ChangedMeanwhile, NotALadder, OutOfReach, ChallengeWaits,
    │                          ChallengedAlready, ChallengeProtected, NoChallenge, NoSuchFixture, NoSuchEntry,
    │                          NoSuchDecision, PlaysInDivision, BadDecision, DivisionTooFull, BadBye, WithdrewBefore,
    │                          LeagueNotStarted, AlternateAlready, NotAskedToPlay, JoinedOnTheseTerms,
    │                          LeaguePublished, CannotBegin, SeasonNotClosed, NotBefore, SeasonGoesOn, TeamNameTaken
    ├── rights                 NothingHeld, AlreadyExported, StillPlaying
    └── imports                NoSuchImport
"""

from __future__ import annotations

from typing import ClassVar, Protocol

from engine.errors import ArenaError
from engine.text import Text


class HostingError(ArenaError):
    """Something a person can put right; nothing was changed.

    Most are declared by their words and their code, and raised without arguments:

        class MatchOver(HostingError):
            code, says = "match-over", say("This match is over.")

    Where the words depend on something, the class takes that and passes them on.

    Attributes:
        says: What is wrong, for people.
    """

    says: ClassVar[Text]
    code: str

    def __init__(
        self,
        text: Text | None = None,
        code: str | None = None,
        *,
        rule: str = "",
        given: str = "",
        suggestions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(
            self.says if text is None else text,
            code=self.code if code is None else code,
            rule=rule,
            given=given,
            suggestions=suggestions,
        )


class Named(Protocol):
    """Something that has players, by name, for seat 1, 2, …."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        ...


class Naming:
    """Has errors that are raised inside carry the players' names: their texts speak of seats."""

    __slots__ = ("_players",)

    def __init__(self, players: Named) -> None:
        self._players = players

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        """Give the names to an error that has none."""
        if isinstance(error, ArenaError) and not error.names:
            error.names = self._players.names
