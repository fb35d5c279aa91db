SET check_function_bodies = false;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE FUNCTION public.audit_log_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'audit_log are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.corrections_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'corrections are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.decisions_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'decisions are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.erasures_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'erasures are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.events_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'events are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.rating_changes_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'rating_changes are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.results_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'results are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION public.silence_log_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'silence_log are only ever added to' USING ERRCODE = 'integrity_constraint_violation'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.absences (
    entry_id bigint NOT NULL,
    round integer NOT NULL,
    guild_id bigint NOT NULL,
    kind character varying NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_absences_kind CHECK (((kind)::text = ANY ((ARRAY['half_bye'::character varying, 'zero_bye'::character varying])::text[])))
);
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.alternates (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    person_id bigint NOT NULL,
    status character varying NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    entry_id bigint,
    asked_at timestamp with time zone,
    due_at timestamp with time zone,
    over_at timestamp with time zone,
    rev integer NOT NULL,
    checksum bytea,
    CONSTRAINT ck_alternates_over CHECK ((((status)::text = ANY ((ARRAY['waiting'::character varying, 'asked'::character varying])::text[])) = (over_at IS NULL))),
    CONSTRAINT ck_alternates_status CHECK (((status)::text = ANY ((ARRAY['waiting'::character varying, 'asked'::character varying, 'took'::character varying, 'declined'::character varying, 'left'::character varying])::text[])))
);
CREATE SEQUENCE public.alternates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.alternates_id_seq OWNED BY public.alternates.id;
CREATE TABLE public.analyses (
    match_id bigint NOT NULL,
    mark character varying NOT NULL,
    report json NOT NULL
);
CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    subject character varying NOT NULL,
    subject_id bigint NOT NULL,
    match_id bigint,
    code character varying NOT NULL,
    person_id bigint NOT NULL,
    detail json NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea,
    CONSTRAINT ck_audit_log_subject CHECK (((((subject)::text = 'match'::text) = (match_id IS NOT NULL)) AND ((match_id IS NULL) OR (match_id = subject_id))))
);
CREATE SEQUENCE public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_log_id_seq OWNED BY public.audit_log.id;
CREATE TABLE public.blocks (
    person_id bigint NOT NULL,
    blocked_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_blocks_others CHECK ((person_id <> blocked_id))
);
CREATE TABLE public.challenges (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    against bigint NOT NULL,
    status character varying NOT NULL,
    fixture_id bigint,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    rev integer NOT NULL,
    checksum bytea,
    CONSTRAINT ck_challenges_decided CHECK ((((status)::text = 'open'::text) = (decided_at IS NULL))),
    CONSTRAINT ck_challenges_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'accepted'::character varying, 'refused'::character varying, 'lost'::character varying, 'withdrawn'::character varying])::text[])))
);
CREATE SEQUENCE public.challenges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.challenges_id_seq OWNED BY public.challenges.id;
CREATE TABLE public.cluster (
    id integer NOT NULL,
    shards integer NOT NULL,
    processes integer NOT NULL,
    CONSTRAINT ck_cluster_sets CHECK (((processes > 1) AND (shards >= processes)))
);
CREATE TABLE public.commitments (
    match_id bigint NOT NULL,
    decision integer NOT NULL,
    seat integer NOT NULL,
    salt bytea NOT NULL,
    text character varying NOT NULL,
    revealed boolean NOT NULL,
    checksum bytea
);
CREATE TABLE public.computers (
    id bigint NOT NULL,
    level integer NOT NULL,
    number integer NOT NULL,
    checksum bytea,
    CONSTRAINT ck_computers_level CHECK (((level >= 1) AND (number >= 1)))
);
CREATE TABLE public.corrections (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    match_id bigint NOT NULL,
    revision integer NOT NULL,
    kind character varying NOT NULL,
    detail json NOT NULL,
    person_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    why json NOT NULL,
    undoes bigint,
    checksum bytea,
    CONSTRAINT ck_corrections_kind CHECK (((kind)::text = ANY ((ARRAY['void'::character varying, 'ranks'::character varying, 'excuse'::character varying, 'undo'::character varying])::text[]))),
    CONSTRAINT ck_corrections_undoes CHECK ((((kind)::text = 'undo'::text) = (undoes IS NOT NULL)))
);
CREATE SEQUENCE public.corrections_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.corrections_id_seq OWNED BY public.corrections.id;
CREATE TABLE public.deadlines (
    kind character varying NOT NULL,
    key character varying NOT NULL,
    guild_id bigint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    payload json
);
CREATE TABLE public.decisions (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    person_id bigint NOT NULL,
    fixture_id bigint,
    entry_id bigint,
    kind character varying NOT NULL,
    detail json NOT NULL,
    reason json,
    undoes bigint,
    at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE SEQUENCE public.decisions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.decisions_id_seq OWNED BY public.decisions.id;
CREATE TABLE public.deletions (
    digest bytea NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.departures (
    guild_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.divisions (
    season_id bigint NOT NULL,
    number integer NOT NULL,
    guild_id bigint NOT NULL,
    name character varying NOT NULL,
    up integer NOT NULL,
    down integer NOT NULL
);
CREATE TABLE public.dropped_choices (
    match_id bigint NOT NULL,
    decision integer NOT NULL,
    digest character varying NOT NULL,
    seat integer NOT NULL,
    cause character varying NOT NULL,
    checksum bytea
);
CREATE TABLE public.entries (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    division integer NOT NULL,
    name character varying NOT NULL,
    seed integer NOT NULL,
    seed_mu double precision,
    from_round integer NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    rev integer NOT NULL,
    checksum bytea
);
CREATE SEQUENCE public.entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.entries_id_seq OWNED BY public.entries.id;
CREATE TABLE public.entry_players (
    entry_id bigint NOT NULL,
    number integer NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    person_id bigint NOT NULL,
    agreed boolean NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone,
    checksum bytea
);
CREATE TABLE public.erasures (
    id bigint NOT NULL,
    cause character varying NOT NULL,
    removed json NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.erasures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.erasures_id_seq OWNED BY public.erasures.id;
CREATE TABLE public.events (
    match_id bigint NOT NULL,
    seq integer NOT NULL,
    kind character varying NOT NULL,
    seat integer,
    person_id bigint NOT NULL,
    text character varying NOT NULL,
    choices json,
    at timestamp with time zone NOT NULL,
    data json,
    checksum bytea,
    CONSTRAINT ck_events_kind CHECK (((kind)::text = ANY ((ARRAY['turn'::character varying, 'joint'::character varying, 'forfeit'::character varying, 'undo'::character varying, 'substitute'::character varying, 'ruling'::character varying, 'position'::character varying])::text[])))
);
CREATE TABLE public.exports (
    person_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.feature_totals (
    guild_id bigint NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    feature character varying NOT NULL,
    value character varying NOT NULL,
    matches integer NOT NULL,
    score_sum bigint NOT NULL,
    score_squares bigint NOT NULL
);
CREATE TABLE public.fixture_sides (
    fixture_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    seat integer NOT NULL,
    points integer,
    advances boolean,
    challenger boolean,
    checksum bytea
);
CREATE TABLE public.fixtures (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    division integer NOT NULL,
    stage character varying NOT NULL,
    round integer NOT NULL,
    leg integer NOT NULL,
    board integer NOT NULL,
    status character varying NOT NULL,
    why character varying,
    repeat boolean,
    method character varying NOT NULL,
    match_id bigint,
    attempt integer NOT NULL,
    ordered boolean NOT NULL,
    trouble json,
    planned_at timestamp with time zone NOT NULL,
    not_before timestamp with time zone,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    rev integer NOT NULL,
    checksum bytea,
    CONSTRAINT ck_fixtures_ended CHECK ((((status)::text = ANY ((ARRAY['over'::character varying, 'struck'::character varying])::text[])) = (ended_at IS NOT NULL))),
    CONSTRAINT ck_fixtures_stage CHECK (((stage)::text = ANY ((ARRAY['division'::character varying, 'swiss'::character varying, 'main'::character varying, 'winners'::character varying, 'losers'::character varying, 'final'::character varying, 'third'::character varying, 'ladder'::character varying])::text[]))),
    CONSTRAINT ck_fixtures_status CHECK (((status)::text = ANY ((ARRAY['planned'::character varying, 'running'::character varying, 'over'::character varying, 'struck'::character varying])::text[]))),
    CONSTRAINT ck_fixtures_why CHECK (((why IS NOT NULL) = ((status)::text = ANY ((ARRAY['over'::character varying, 'struck'::character varying])::text[]))))
);
CREATE SEQUENCE public.fixtures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.fixtures_id_seq OWNED BY public.fixtures.id;
CREATE TABLE public.greetings (
    person_id bigint NOT NULL,
    game character varying NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.handed (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    payload json NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.imports (
    id bigint NOT NULL,
    guild_id bigint,
    person_id bigint NOT NULL,
    text character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    checksum bytea,
    analysis json
);
CREATE SEQUENCE public.imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.imports_id_seq OWNED BY public.imports.id;
CREATE TABLE public.league_jobs (
    season_id bigint NOT NULL,
    key character varying NOT NULL,
    guild_id bigint NOT NULL,
    done_at timestamp with time zone NOT NULL
);
CREATE TABLE public.leagues (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    person_id bigint NOT NULL,
    name character varying NOT NULL,
    key character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone
);
CREATE SEQUENCE public.leagues_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.leagues_id_seq OWNED BY public.leagues.id;
CREATE TABLE public.lessons (
    person_id bigint NOT NULL,
    game character varying NOT NULL,
    step integer NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT ck_lessons_step CHECK ((step >= 0))
);
CREATE TABLE public.match_loadouts (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    table_id bigint NOT NULL,
    salt bytea,
    text character varying NOT NULL,
    checksum bytea
);
CREATE TABLE public.match_seats (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    person_id bigint NOT NULL,
    team integer,
    live boolean NOT NULL,
    checksum bytea
);
CREATE TABLE public.matches (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    game character varying NOT NULL,
    rules_version integer NOT NULL,
    mode character varying NOT NULL,
    options json NOT NULL,
    data character varying NOT NULL,
    "position" character varying NOT NULL,
    seed bytea NOT NULL,
    status character varying NOT NULL,
    seq integer NOT NULL,
    to_act json NOT NULL,
    outcome json,
    parked json,
    organiser_id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    terms json DEFAULT '{}'::json NOT NULL,
    clock json,
    paused json,
    due_at timestamp with time zone,
    rev integer DEFAULT 0 NOT NULL,
    checksum bytea,
    clock_checksum bytea,
    origin character varying,
    CONSTRAINT ck_matches_ended CHECK ((((status)::text = 'over'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT ck_matches_status CHECK (((status)::text = ANY ((ARRAY['running'::character varying, 'parked'::character varying, 'over'::character varying])::text[])))
);
CREATE SEQUENCE public.matches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.matches_id_seq OWNED BY public.matches.id;
CREATE TABLE public.member_names (
    guild_id bigint NOT NULL,
    person_id bigint NOT NULL,
    name character varying NOT NULL
);
CREATE TABLE public.notes (
    key character varying NOT NULL,
    value character varying NOT NULL
);
CREATE TABLE public.outages (
    id bigint NOT NULL,
    shard integer NOT NULL,
    count integer NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    jump double precision NOT NULL,
    CONSTRAINT ck_outages_shard CHECK (((shard >= 0) AND (count > 0)))
);
CREATE SEQUENCE public.outages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outages_id_seq OWNED BY public.outages.id;
CREATE TABLE public.outbox (
    id bigint NOT NULL,
    subject character varying NOT NULL,
    subject_id bigint NOT NULL,
    match_id bigint,
    guild_id bigint DEFAULT 0 NOT NULL,
    seq integer NOT NULL,
    kind character varying NOT NULL,
    channel_id bigint NOT NULL,
    payload json NOT NULL,
    attempts integer NOT NULL,
    not_before timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    message_id bigint,
    checksum bytea,
    CONSTRAINT ck_outbox_kind CHECK (((kind)::text = ANY ((ARRAY['board'::character varying, 'ended'::character varying, 'notice'::character varying, 'request'::character varying, 'watch'::character varying, 'nudge'::character varying, 'private'::character varying, 'sealed'::character varying, 'refresh'::character varying])::text[]))),
    CONSTRAINT ck_outbox_subject CHECK (((((subject)::text = 'match'::text) = (match_id IS NOT NULL)) AND ((match_id IS NULL) OR (match_id = subject_id))))
);
CREATE SEQUENCE public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outbox_id_seq OWNED BY public.outbox.id;
CREATE TABLE public.pairing_seats (
    pairing_id bigint NOT NULL,
    seat integer NOT NULL,
    seek_id bigint NOT NULL,
    person_id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    "left" boolean NOT NULL
);
CREATE TABLE public.pairings (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    options json NOT NULL,
    clock json,
    status character varying NOT NULL,
    why json,
    message_id bigint,
    match_id bigint,
    created_at timestamp with time zone NOT NULL,
    starts_at timestamp with time zone,
    CONSTRAINT ck_pairings_status CHECK (((status)::text = ANY ((ARRAY['found'::character varying, 'announced'::character varying, 'ordered'::character varying, 'started'::character varying, 'off'::character varying])::text[])))
);
CREATE SEQUENCE public.pairings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.pairings_id_seq OWNED BY public.pairings.id;
CREATE TABLE public.pairs (
    guild_id bigint NOT NULL,
    person_id bigint NOT NULL,
    opponent_id bigint NOT NULL,
    game character varying NOT NULL,
    played integer NOT NULL,
    won integer NOT NULL,
    lost integer NOT NULL,
    score_sum bigint NOT NULL
);
CREATE TABLE public.pauses (
    match_id bigint NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE TABLE public.people (
    id bigint NOT NULL,
    account bigint,
    kind character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    erasure_key bytea,
    checksum bytea,
    CONSTRAINT ck_people_account CHECK (((account IS NULL) OR (((kind)::text = 'human'::text) AND (deleted_at IS NULL)))),
    CONSTRAINT ck_people_kind CHECK (((kind)::text = ANY ((ARRAY['human'::character varying, 'computer'::character varying])::text[])))
);
CREATE SEQUENCE public.people_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.people_id_seq OWNED BY public.people.id;
CREATE TABLE public.person_totals (
    guild_id bigint NOT NULL,
    person_id bigint NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    seat integer NOT NULL,
    played integer NOT NULL,
    won integer NOT NULL,
    drawn integer NOT NULL,
    lost integer NOT NULL,
    score_sum bigint NOT NULL,
    turns bigint NOT NULL
);
CREATE TABLE public.places (
    match_id bigint NOT NULL,
    role character varying NOT NULL,
    channel_id bigint NOT NULL,
    busy boolean NOT NULL,
    checksum bytea
);
CREATE TABLE public.plans (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    person_id bigint NOT NULL,
    seq integer NOT NULL,
    tree json NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE TABLE public.player_settings (
    person_id bigint NOT NULL,
    palette character varying,
    dark boolean,
    language character varying,
    text_boards boolean NOT NULL,
    ping boolean NOT NULL,
    nudges character varying DEFAULT 'channel'::character varying NOT NULL,
    zone character varying,
    quiet_from integer,
    quiet_until integer,
    free_weekends boolean DEFAULT false NOT NULL,
    digest_hour integer,
    appear character varying DEFAULT 'server'::character varying NOT NULL,
    all_servers boolean DEFAULT false NOT NULL,
    confirms boolean DEFAULT false NOT NULL
);
CREATE TABLE public.pools (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    variant character varying NOT NULL,
    model character varying NOT NULL,
    last_no integer NOT NULL,
    checksum bytea
);
CREATE SEQUENCE public.pools_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.pools_id_seq OWNED BY public.pools.id;
CREATE TABLE public.prepared_answers (
    match_id bigint NOT NULL,
    seat integer NOT NULL,
    person_id bigint NOT NULL,
    answers json NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE TABLE public.puzzle_results (
    person_id bigint NOT NULL,
    puzzle character varying NOT NULL,
    day integer NOT NULL,
    solved boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT ck_puzzle_results_day CHECK ((day >= 0))
);
CREATE TABLE public.rating_changes (
    id bigint NOT NULL,
    pool_id bigint NOT NULL,
    pool_no integer NOT NULL,
    upto integer NOT NULL,
    match_id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind character varying NOT NULL,
    cause bigint,
    mu_before double precision NOT NULL,
    sigma_before double precision NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    games integer NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea,
    CONSTRAINT ck_rating_changes_cause CHECK ((((kind)::text = 'correction'::text) = (cause IS NOT NULL))),
    CONSTRAINT ck_rating_changes_kind CHECK (((kind)::text = ANY ((ARRAY['end'::character varying, 'correction'::character varying, 'rebuild'::character varying])::text[])))
);
CREATE SEQUENCE public.rating_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_changes_id_seq OWNED BY public.rating_changes.id;
CREATE TABLE public.ratings (
    pool_id bigint NOT NULL,
    person_id bigint NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    games integer NOT NULL,
    last_no integer NOT NULL,
    ended_at timestamp with time zone,
    checksum bytea
);
CREATE TABLE public.rematch_votes (
    match_id bigint NOT NULL,
    person_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE TABLE public.rematches (
    match_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    status character varying NOT NULL,
    why json,
    message_id bigint,
    lobby_id bigint,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    checksum bytea,
    CONSTRAINT ck_rematches_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'ordered'::character varying, 'declined'::character varying, 'lapsed'::character varying, 'failed'::character varying])::text[])))
);
CREATE TABLE public.requests (
    id bigint NOT NULL,
    subject character varying NOT NULL,
    subject_id bigint NOT NULL,
    match_id bigint,
    seq integer NOT NULL,
    kind character varying NOT NULL,
    seat integer NOT NULL,
    person_id bigint NOT NULL,
    detail json NOT NULL,
    agreed json NOT NULL,
    status character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    checksum bytea,
    CONSTRAINT ck_requests_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'accepted'::character varying, 'refused'::character varying, 'withdrawn'::character varying, 'outdated'::character varying])::text[]))),
    CONSTRAINT ck_requests_subject CHECK (((((subject)::text = 'match'::text) = (match_id IS NOT NULL)) AND ((match_id IS NULL) OR (match_id = subject_id))))
);
CREATE SEQUENCE public.requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.requests_id_seq OWNED BY public.requests.id;
CREATE TABLE public.results (
    match_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    revision integer NOT NULL,
    seat integer NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    options json NOT NULL,
    pool_id bigint,
    team integer,
    starter_id bigint NOT NULL,
    finisher_id bigint NOT NULL,
    excused boolean NOT NULL,
    turns integer NOT NULL,
    starter_turns integer NOT NULL,
    finisher_turns integer NOT NULL,
    rank integer NOT NULL,
    score integer,
    points json,
    category character varying,
    merit bigint,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    termination character varying NOT NULL,
    counted boolean NOT NULL,
    why character varying,
    rated character varying,
    player_id bigint,
    pool_no bigint,
    gave_up character varying,
    opening character varying,
    thought integer NOT NULL,
    timed integer NOT NULL,
    features json,
    checksum bytea,
    CONSTRAINT ck_results_gave_up CHECK (((gave_up)::text = ANY ((ARRAY['resigned'::character varying, 'time'::character varying])::text[]))),
    CONSTRAINT ck_results_merit CHECK (((category IS NULL) = (merit IS NULL))),
    CONSTRAINT ck_results_rated CHECK (((rated)::text = ANY ((ARRAY['full'::character varying, 'gain'::character varying, 'hold'::character varying, 'out'::character varying])::text[]))),
    CONSTRAINT ck_results_why CHECK ((counted = (why IS NULL)))
);
CREATE TABLE public.rounds (
    season_id bigint NOT NULL,
    number integer NOT NULL,
    guild_id bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    extra integer NOT NULL,
    method character varying NOT NULL
);
CREATE TABLE public.saved_loadouts (
    person_id bigint NOT NULL,
    game character varying NOT NULL,
    key character varying NOT NULL,
    name character varying NOT NULL,
    text character varying NOT NULL,
    data character varying NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE TABLE public.sealed_choices (
    match_id bigint NOT NULL,
    decision integer NOT NULL,
    seat integer NOT NULL,
    text character varying NOT NULL,
    at timestamp with time zone NOT NULL,
    cause character varying,
    decided json,
    checksum bytea
);
CREATE TABLE public.seasons (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    league_id bigint NOT NULL,
    number integer NOT NULL,
    status character varying NOT NULL,
    terms json DEFAULT '{}'::json NOT NULL,
    secret bytea NOT NULL,
    entries_digest character varying,
    message_id bigint,
    created_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    started_at timestamp with time zone,
    ends_at timestamp with time zone,
    ended_at timestamp with time zone,
    closed_at timestamp with time zone,
    paused_at timestamp with time zone,
    rev integer NOT NULL,
    checksum bytea,
    CONSTRAINT ck_seasons_status CHECK (((status)::text = ANY ((ARRAY['draft'::character varying, 'open'::character varying, 'running'::character varying, 'paused'::character varying, 'ended'::character varying, 'closed'::character varying, 'cancelled'::character varying])::text[])))
);
CREATE SEQUENCE public.seasons_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.seasons_id_seq OWNED BY public.seasons.id;
CREATE TABLE public.seeks (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    person_id bigint NOT NULL,
    game character varying NOT NULL,
    mode character varying,
    options json NOT NULL,
    clock json,
    low integer NOT NULL,
    high integer NOT NULL,
    most integer NOT NULL,
    asks boolean NOT NULL,
    status character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    served_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_seeks_range CHECK ((low <= high)),
    CONSTRAINT ck_seeks_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'closed'::character varying])::text[])))
);
CREATE SEQUENCE public.seeks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.seeks_id_seq OWNED BY public.seeks.id;
CREATE TABLE public.server_settings (
    guild_id bigint NOT NULL,
    silence_blocks_start boolean NOT NULL,
    transcript_days integer NOT NULL,
    palette character varying,
    dark boolean NOT NULL,
    language character varying,
    organiser_role_id bigint,
    table_days integer DEFAULT 14 NOT NULL,
    program_matches integer DEFAULT 100 NOT NULL
);
CREATE TABLE public.shards (
    count integer NOT NULL,
    shard integer NOT NULL,
    alive_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_shards_shard CHECK (((shard >= 0) AND (count > 0)))
);
CREATE TABLE public.silence_log (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    code character varying NOT NULL,
    channel_id bigint,
    person_id bigint,
    detail json NOT NULL,
    at timestamp with time zone NOT NULL,
    checksum bytea
);
CREATE SEQUENCE public.silence_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.silence_log_id_seq OWNED BY public.silence_log.id;
CREATE TABLE public.standings (
    entry_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    season_id bigint NOT NULL,
    played integer NOT NULL,
    won integer NOT NULL,
    level integer NOT NULL,
    lost integer NOT NULL,
    byes integer NOT NULL,
    points integer NOT NULL
);
CREATE TABLE public.starts (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    place character varying NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    options json NOT NULL,
    seats json NOT NULL,
    origin character varying NOT NULL,
    terms json DEFAULT '{}'::json NOT NULL,
    "position" character varying NOT NULL,
    host_id bigint NOT NULL,
    message_id bigint,
    status character varying NOT NULL,
    live boolean NOT NULL,
    attempts integer NOT NULL,
    made json NOT NULL,
    why json,
    match_id bigint,
    created_at timestamp with time zone NOT NULL,
    began_at timestamp with time zone,
    checksum bytea,
    CONSTRAINT ck_starts_place CHECK (((place)::text = ANY ((ARRAY['here'::character varying, 'thread'::character varying, 'channels'::character varying])::text[]))),
    CONSTRAINT ck_starts_status CHECK (((status)::text = ANY ((ARRAY['waiting'::character varying, 'queued'::character varying, 'building'::character varying, 'started'::character varying, 'done'::character varying, 'failed'::character varying])::text[])))
);
CREATE SEQUENCE public.starts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.starts_id_seq OWNED BY public.starts.id;
CREATE TABLE public.table_loadouts (
    table_id bigint NOT NULL,
    person_id bigint NOT NULL,
    salt bytea NOT NULL,
    text character varying NOT NULL,
    checksum bytea
);
CREATE TABLE public.table_seats (
    table_id bigint NOT NULL,
    seat integer NOT NULL,
    person_id bigint,
    invited boolean NOT NULL,
    checksum bytea
);
CREATE TABLE public.tables (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    game character varying NOT NULL,
    mode character varying NOT NULL,
    options json NOT NULL,
    place character varying NOT NULL,
    host_id bigint NOT NULL,
    status character varying NOT NULL,
    message_id bigint,
    match_id bigint,
    rev integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    terms json DEFAULT '{}'::json NOT NULL,
    "position" character varying DEFAULT ''::character varying NOT NULL,
    lapsed boolean DEFAULT false NOT NULL,
    checksum bytea,
    CONSTRAINT ck_tables_place CHECK (((place)::text = ANY ((ARRAY['here'::character varying, 'thread'::character varying, 'channels'::character varying])::text[]))),
    CONSTRAINT ck_tables_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'started'::character varying, 'cancelled'::character varying])::text[])))
);
CREATE SEQUENCE public.tables_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.tables_id_seq OWNED BY public.tables.id;
CREATE TABLE public.vacations (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    announced_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_vacations_order CHECK ((starts_at < ends_at))
);
CREATE SEQUENCE public.vacations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.vacations_id_seq OWNED BY public.vacations.id;
CREATE TABLE public.watches (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    kind character varying NOT NULL,
    target_id bigint NOT NULL,
    quiet boolean NOT NULL,
    person_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_watches_kind CHECK (((kind)::text = ANY ((ARRAY['match'::character varying, 'player'::character varying, 'league'::character varying, 'server'::character varying, 'puzzle'::character varying])::text[])))
);
CREATE SEQUENCE public.watches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.watches_id_seq OWNED BY public.watches.id;
ALTER TABLE ONLY public.alternates ALTER COLUMN id SET DEFAULT nextval('public.alternates_id_seq'::regclass);
ALTER TABLE ONLY public.audit_log ALTER COLUMN id SET DEFAULT nextval('public.audit_log_id_seq'::regclass);
ALTER TABLE ONLY public.challenges ALTER COLUMN id SET DEFAULT nextval('public.challenges_id_seq'::regclass);
ALTER TABLE ONLY public.corrections ALTER COLUMN id SET DEFAULT nextval('public.corrections_id_seq'::regclass);
ALTER TABLE ONLY public.decisions ALTER COLUMN id SET DEFAULT nextval('public.decisions_id_seq'::regclass);
ALTER TABLE ONLY public.entries ALTER COLUMN id SET DEFAULT nextval('public.entries_id_seq'::regclass);
ALTER TABLE ONLY public.erasures ALTER COLUMN id SET DEFAULT nextval('public.erasures_id_seq'::regclass);
ALTER TABLE ONLY public.fixtures ALTER COLUMN id SET DEFAULT nextval('public.fixtures_id_seq'::regclass);
ALTER TABLE ONLY public.imports ALTER COLUMN id SET DEFAULT nextval('public.imports_id_seq'::regclass);
ALTER TABLE ONLY public.leagues ALTER COLUMN id SET DEFAULT nextval('public.leagues_id_seq'::regclass);
ALTER TABLE ONLY public.matches ALTER COLUMN id SET DEFAULT nextval('public.matches_id_seq'::regclass);
ALTER TABLE ONLY public.outages ALTER COLUMN id SET DEFAULT nextval('public.outages_id_seq'::regclass);
ALTER TABLE ONLY public.outbox ALTER COLUMN id SET DEFAULT nextval('public.outbox_id_seq'::regclass);
ALTER TABLE ONLY public.pairings ALTER COLUMN id SET DEFAULT nextval('public.pairings_id_seq'::regclass);
ALTER TABLE ONLY public.people ALTER COLUMN id SET DEFAULT nextval('public.people_id_seq'::regclass);
ALTER TABLE ONLY public.pools ALTER COLUMN id SET DEFAULT nextval('public.pools_id_seq'::regclass);
ALTER TABLE ONLY public.rating_changes ALTER COLUMN id SET DEFAULT nextval('public.rating_changes_id_seq'::regclass);
ALTER TABLE ONLY public.requests ALTER COLUMN id SET DEFAULT nextval('public.requests_id_seq'::regclass);
ALTER TABLE ONLY public.seasons ALTER COLUMN id SET DEFAULT nextval('public.seasons_id_seq'::regclass);
ALTER TABLE ONLY public.seeks ALTER COLUMN id SET DEFAULT nextval('public.seeks_id_seq'::regclass);
ALTER TABLE ONLY public.silence_log ALTER COLUMN id SET DEFAULT nextval('public.silence_log_id_seq'::regclass);
ALTER TABLE ONLY public.starts ALTER COLUMN id SET DEFAULT nextval('public.starts_id_seq'::regclass);
ALTER TABLE ONLY public.tables ALTER COLUMN id SET DEFAULT nextval('public.tables_id_seq'::regclass);
ALTER TABLE ONLY public.vacations ALTER COLUMN id SET DEFAULT nextval('public.vacations_id_seq'::regclass);
ALTER TABLE ONLY public.watches ALTER COLUMN id SET DEFAULT nextval('public.watches_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0110');
INSERT INTO public.commitments VALUES (2, 0, 1, '\xc3585b60b755fb13e6e65a16d20f1230', 'BON', false, '\x224836039acf6ac6');
INSERT INTO public.commitments VALUES (2, 0, 2, '\xc33cedce35493fc82dfad8ee5206e23e', 'SUP', false, '\xa2725f6ab0647bd4');
INSERT INTO public.commitments VALUES (2, 1, 1, '\x6152bc863269f1d04b4d21185d6bb25e', 'PYR', false, '\x3159981509a6e9df');
INSERT INTO public.commitments VALUES (3, 3, 2, '\x9e287f590d2dcbbf387bfb70928e621d', '1W-19', false, '\x7f38cf216554499b');
INSERT INTO public.computers VALUES (1006, 1, 1, '\xe22949419ace845b');
INSERT INTO public.computers VALUES (1007, 2, 1, '\x8823a04e2e20db98');
INSERT INTO public.deadlines VALUES ('archive-thread', '6', 100, '2026-01-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('archive-thread', '7', 100, '2026-01-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('clock', '10', 100, '2026-03-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('clock', '11', 100, '2026-03-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('clock', '8', 100, '2026-03-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('clock', '9', 100, '2026-03-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('farewell', '1005', 0, '2026-01-01 00:15:00+00', NULL);
INSERT INTO public.deadlines VALUES ('idle', '', 0, '2026-01-03 00:00:00+00', '{"since": "2026-01-01T00:00:00+00:00"}');
INSERT INTO public.deadlines VALUES ('league', '100:1', 100, '2026-01-01 01:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('league-round', '100:1:1', 100, '2026-01-01 00:00:10+00', NULL);
INSERT INTO public.deadlines VALUES ('league-round', '100:1:2', 100, '2026-01-01 00:00:10+00', NULL);
INSERT INTO public.deadlines VALUES ('league-round', '100:1:3', 100, '2026-01-01 00:00:10+00', NULL);
INSERT INTO public.deadlines VALUES ('nudge', '10:1', 100, '2026-01-31 00:00:00+00', '{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO public.deadlines VALUES ('nudge', '11:1', 100, '2026-01-31 00:00:00+00', '{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO public.deadlines VALUES ('nudge', '8:1', 100, '2026-01-31 00:00:00+00', '{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO public.deadlines VALUES ('nudge', '9:1', 100, '2026-01-31 00:00:00+00', '{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO public.deadlines VALUES ('outbox-pruning', '', 0, '2026-01-02 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('presence', '10', 100, '2026-01-31 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('presence', '11', 100, '2026-01-31 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('presence', '8', 100, '2026-01-31 00:00:00+00', NULL);
INSERT INTO public.deadlines VALUES ('presence', '9', 100, '2026-01-31 00:00:00+00', NULL);
INSERT INTO public.deletions VALUES ('\x417e75b3f9e446937981fa2a44ea4b3c', '2026-01-01 00:00:00+00');
INSERT INTO public.divisions VALUES (1, 1, 100, '', 0, 0);
INSERT INTO public.entries VALUES (1, 100, 1, 1, '', 1, 25, 1, '2026-01-01 00:00:00+00', NULL, 1, '\x258c2cf1658d7272');
INSERT INTO public.entries VALUES (2, 100, 1, 1, '', 4, 25, 1, '2026-01-01 00:00:00+00', NULL, 1, '\x2453285764542fc5');
INSERT INTO public.entries VALUES (3, 100, 1, 1, '', 2, 25, 1, '2026-01-01 00:00:00+00', NULL, 1, '\x2d1097245b386fce');
INSERT INTO public.entries VALUES (4, 100, 1, 1, '', 3, 25, 1, '2026-01-01 00:00:00+00', NULL, 1, '\xf85713db70c4fa5a');
INSERT INTO public.entry_players VALUES (1, 0, 100, 1, 1001, true, '2026-01-01 00:00:00+00', NULL, '\x4c1238f264698610');
INSERT INTO public.entry_players VALUES (2, 0, 100, 1, 1002, true, '2026-01-01 00:00:00+00', NULL, '\x3580bc73a2c368ef');
INSERT INTO public.entry_players VALUES (3, 0, 100, 1, 1003, true, '2026-01-01 00:00:00+00', NULL, '\x03d31aa5cbb9bab2');
INSERT INTO public.entry_players VALUES (4, 0, 100, 1, 1004, true, '2026-01-01 00:00:00+00', NULL, '\x8f4e23d967ccd045');
INSERT INTO public.erasures VALUES (1, 'person', '{"people": 1}', '2026-01-01 00:00:00+00');
INSERT INTO public.events VALUES (1, 1, 'turn', 1, 1, 'c2-d3', NULL, '2026-01-01 00:00:00+00', NULL, '\x67ad23931a7dd291');
INSERT INTO public.events VALUES (1, 2, 'turn', 2, 2, 'e8-d7', NULL, '2026-01-01 00:00:00+00', NULL, '\x29091fb2ee893a0a');
INSERT INTO public.events VALUES (1, 3, 'turn', 1, 1, 'd1-e1', NULL, '2026-01-01 00:00:00+00', NULL, '\x8cc988f99d775ada');
INSERT INTO public.events VALUES (1, 4, 'turn', 2, 2, 'h5-g4', NULL, '2026-01-01 00:00:00+00', NULL, '\x4abf5dd6f9a81fe5');
INSERT INTO public.events VALUES (1, 5, 'turn', 1, 1, 'b3-c4', NULL, '2026-01-01 00:00:00+00', NULL, '\xed6a8e69db701120');
INSERT INTO public.events VALUES (1, 6, 'turn', 2, 2, 'g5-f5', NULL, '2026-01-01 00:00:00+00', NULL, '\x0e8696b0bf389139');
INSERT INTO public.events VALUES (1, 7, 'turn', 1, 1, 'c4-d4', NULL, '2026-01-01 00:00:00+00', NULL, '\x2f0a5e4faa42fe6f');
INSERT INTO public.events VALUES (1, 8, 'turn', 2, 2, 'e7-e6', NULL, '2026-01-01 00:00:00+00', NULL, '\x6bee2403e4e8d062');
INSERT INTO public.events VALUES (1, 9, 'turn', 1, 1, 'c1-d1', NULL, '2026-01-01 00:00:00+00', NULL, '\xa4db5a5b88907621');
INSERT INTO public.events VALUES (1, 10, 'turn', 2, 2, 'h6-g5', NULL, '2026-01-01 00:00:00+00', NULL, '\x0481e2fbb5e33a4b');
INSERT INTO public.events VALUES (1, 11, 'turn', 1, 1, 'a3=K', NULL, '2026-01-01 00:00:00+00', NULL, '\x92660db33d4b6b08');
INSERT INTO public.events VALUES (1, 12, 'turn', 2, 2, 'd7-d6', NULL, '2026-01-01 00:00:00+00', NULL, '\x3e98853daf88c5a3');
INSERT INTO public.events VALUES (1, 13, 'turn', 1, 1, 'e1-f2', NULL, '2026-01-01 00:00:00+00', NULL, '\xffc3ba7f4fe7d20b');
INSERT INTO public.events VALUES (1, 14, 'turn', 2, 2, 'f7-e7', NULL, '2026-01-01 00:00:00+00', NULL, '\xe9cb083b6ceb6a46');
INSERT INTO public.events VALUES (1, 15, 'turn', 1, 1, 'b1-b3', NULL, '2026-01-01 00:00:00+00', NULL, '\xca3fc2cb50e7d6de');
INSERT INTO public.events VALUES (1, 16, 'turn', 2, 2, 'h7-f7', NULL, '2026-01-01 00:00:00+00', NULL, '\x24e6487d3114b8fd');
INSERT INTO public.events VALUES (1, 17, 'turn', 1, 1, 'b2-b5', NULL, '2026-01-01 00:00:00+00', NULL, '\xf39f58690c25e17e');
INSERT INTO public.events VALUES (1, 18, 'turn', 2, 2, 'g8-e8', NULL, '2026-01-01 00:00:00+00', NULL, '\xe0cd70b0aacda7da');
INSERT INTO public.events VALUES (1, 19, 'turn', 1, 1, 'd1-d5', NULL, '2026-01-01 00:00:00+00', NULL, '\xf227b3cffce8624c');
INSERT INTO public.events VALUES (1, 20, 'turn', 2, 2, 'g4-f4', NULL, '2026-01-01 00:00:00+00', NULL, '\x2faed62d5a123a5e');
INSERT INTO public.events VALUES (1, 21, 'turn', 1, 1, 'a2=K', NULL, '2026-01-01 00:00:00+00', NULL, '\xa4a878c646a2ea40');
INSERT INTO public.events VALUES (1, 22, 'turn', 2, 2, 'f8-f6', NULL, '2026-01-01 00:00:00+00', NULL, '\x0b3aef90fb81463d');
INSERT INTO public.events VALUES (1, 23, 'turn', 1, 1, 'b4-b6', NULL, '2026-01-01 00:00:00+00', NULL, '\xa80b9c5fd0f1499b');
INSERT INTO public.events VALUES (1, 24, 'turn', 2, 2, 'e8=K', NULL, '2026-01-01 00:00:00+00', NULL, '\xf5aff63e438c88a8');
INSERT INTO public.events VALUES (1, 25, 'turn', 1, 1, 'b5-c5', NULL, '2026-01-01 00:00:00+00', NULL, '\x2da4d62368737df6');
INSERT INTO public.events VALUES (1, 26, 'turn', 2, 2, 'd6xc5', NULL, '2026-01-01 00:00:00+00', NULL, '\x2827d97ed416029e');
INSERT INTO public.events VALUES (1, 27, 'turn', 1, 1, 'd3-e4', NULL, '2026-01-01 00:00:00+00', NULL, '\x829be1c1a3930b9a');
INSERT INTO public.events VALUES (1, 28, 'turn', 2, 2, 'f4-f3', NULL, '2026-01-01 00:00:00+00', NULL, '\xdfaf05ff7ba8401f');
INSERT INTO public.events VALUES (1, 29, 'turn', 1, 1, 'a1-a5', NULL, '2026-01-01 00:00:00+00', NULL, '\x9bdf8d58cbab886b');
INSERT INTO public.events VALUES (1, 30, 'turn', 2, 2, 'f7=K', NULL, '2026-01-01 00:00:00+00', NULL, '\x70f6fd44323a32c9');
INSERT INTO public.events VALUES (1, 31, 'turn', 1, 1, 'd2=K', NULL, '2026-01-01 00:00:00+00', NULL, '\x42ebfd017193ae10');
INSERT INTO public.events VALUES (1, 32, 'turn', 2, 2, 'e7-d7', NULL, '2026-01-01 00:00:00+00', NULL, '\x10856389fa0f25f1');
INSERT INTO public.events VALUES (1, 33, 'turn', 1, 1, 'b3-c3', NULL, '2026-01-01 00:00:00+00', NULL, '\x3efe430d6c03b34f');
INSERT INTO public.events VALUES (1, 34, 'turn', 2, 2, 'f7-f4', NULL, '2026-01-01 00:00:00+00', NULL, '\x2773c14d3e8d4cbf');
INSERT INTO public.events VALUES (1, 35, 'turn', 1, 1, 'd5xe6', NULL, '2026-01-01 00:00:00+00', NULL, '\xeb0d5602f39e9223');
INSERT INTO public.events VALUES (1, 36, 'turn', 2, 2, 'f5xf2', NULL, '2026-01-01 00:00:00+00', NULL, '\xcd8367e947d44100');
INSERT INTO public.events VALUES (1, 37, 'turn', 1, 1, 'e6xf6', NULL, '2026-01-01 00:00:00+00', NULL, '\x2615d1a9dfbb336d');
INSERT INTO public.events VALUES (1, 38, 'turn', 2, 2, 'g7=K', NULL, '2026-01-01 00:00:00+00', NULL, '\x3d1cdbf8b16765b9');
INSERT INTO public.events VALUES (1, 39, 'turn', 1, 1, 'e4-e5', NULL, '2026-01-01 00:00:00+00', NULL, '\x7e498c68afa0beed');
INSERT INTO public.events VALUES (1, 40, 'turn', 2, 2, 'f3-e3', NULL, '2026-01-01 00:00:00+00', NULL, '\x52e07dcda81c02e0');
INSERT INTO public.events VALUES (1, 41, 'turn', 1, 1, 'd4-d5', NULL, '2026-01-01 00:00:00+00', NULL, '\xe4a50f1387e76f5d');
INSERT INTO public.events VALUES (1, 42, 'turn', 2, 2, 'f4xd2', NULL, '2026-01-01 00:00:00+00', NULL, '\x341da45e3a21e750');
INSERT INTO public.events VALUES (2, 1, 'joint', 2, 2, 'BON/SUP', '[[1, "BON"], [2, "SUP"]]', '2026-01-01 00:00:00+00', NULL, '\xd37971d28b7e164f');
INSERT INTO public.events VALUES (3, 1, 'turn', 1, 1, 'MIN@H1', NULL, '2026-01-01 00:00:00+00', NULL, '\xb062128c68732a57');
INSERT INTO public.events VALUES (3, 2, 'turn', 2, 2, 'DRA@H2', NULL, '2026-01-01 00:00:00+00', NULL, '\x4c923d96e54a5982');
INSERT INTO public.events VALUES (4, 1, 'turn', 1, 1, 'c2-d3', NULL, '2026-01-01 00:00:00+00', NULL, '\x8cc3b1b916d83588');
INSERT INTO public.events VALUES (4, 2, 'turn', 2, 2, 'e8-d7', NULL, '2026-01-01 00:00:00+00', NULL, '\x358378b4eb92ec0a');
INSERT INTO public.events VALUES (4, 3, 'turn', 1, 1, 'd1-e1', NULL, '2026-01-01 00:00:00+00', NULL, '\x5a59118b95fb3ae6');
INSERT INTO public.events VALUES (5, 1, 'turn', 1, 1, 'E/2C6/C6+', NULL, '2026-01-01 00:00:00+00', NULL, '\xe78365ef6e4c478c');
INSERT INTO public.events VALUES (5, 2, 'turn', 2, 2, 'E/2E3F4/F4-', NULL, '2026-01-01 00:00:00+00', NULL, '\xfcda87fe84213cb0');
INSERT INTO public.events VALUES (5, 3, 'turn', 1, 1, 'E/2F8F7/E8+', NULL, '2026-01-01 00:00:00+00', NULL, '\x9437ca94221b3420');
INSERT INTO public.events VALUES (6, 1, 'forfeit', 1, 1004, 'F', NULL, '2026-01-01 00:00:00+00', NULL, '\x29d2fe49f85c83b4');
INSERT INTO public.events VALUES (7, 1, 'forfeit', 1, 1002, 'F', NULL, '2026-01-01 00:00:00+00', NULL, '\xf13ad688fb5d990b');
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'opening', 'c2-d3', 1, 0, 0);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'opening', 'e8-d7', 1, 120, 14400);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'option:king_power', 'none/1', 1, 0, 0);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'option:king_power', 'none/2', 1, 120, 14400);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'option:sight', 'all/1', 1, 0, 0);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'option:sight', 'all/2', 1, 120, 14400);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'seat', '1', 1, 0, 0);
INSERT INTO public.feature_totals VALUES (1, 'replica', '2', 'seat', '2', 1, 120, 14400);
INSERT INTO public.feature_totals VALUES (100, 'replicants', '2', 'seat', '1', 2, 0, 0);
INSERT INTO public.feature_totals VALUES (100, 'replicants', '2', 'seat', '2', 2, 240, 28800);
INSERT INTO public.fixture_sides VALUES (1, 1, 100, 2, 120, NULL, NULL, '\x6556160eaad16b6a');
INSERT INTO public.fixture_sides VALUES (1, 4, 100, 1, 0, NULL, NULL, '\xa3ac46d945cec221');
INSERT INTO public.fixture_sides VALUES (2, 2, 100, 1, 0, NULL, NULL, '\x92089b650f389811');
INSERT INTO public.fixture_sides VALUES (2, 3, 100, 2, 120, NULL, NULL, '\x4761fc676b3d82a8');
INSERT INTO public.fixture_sides VALUES (3, 2, 100, 1, NULL, NULL, NULL, '\x0d8c9ece992c4f14');
INSERT INTO public.fixture_sides VALUES (3, 4, 100, 2, NULL, NULL, NULL, '\xf492cb71454a1c84');
INSERT INTO public.fixture_sides VALUES (4, 1, 100, 2, NULL, NULL, NULL, '\x8484a76ec9acd71d');
INSERT INTO public.fixture_sides VALUES (4, 3, 100, 1, NULL, NULL, NULL, '\x4fe684c12f6b7f8a');
INSERT INTO public.fixture_sides VALUES (5, 1, 100, 1, NULL, NULL, NULL, '\x76f571009b28e78f');
INSERT INTO public.fixture_sides VALUES (5, 2, 100, 2, NULL, NULL, NULL, '\x287cf347a508763b');
INSERT INTO public.fixture_sides VALUES (6, 3, 100, 2, NULL, NULL, NULL, '\x584e3b290e213e43');
INSERT INTO public.fixture_sides VALUES (6, 4, 100, 1, NULL, NULL, NULL, '\x75a51a2884fac97d');
INSERT INTO public.fixtures VALUES (1, 100, 1, 1, 'division', 1, 1, 1, 'over', 'played', NULL, 'berger', 6, 1, false, NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 3, '\xcdc2f6ddadd27d09');
INSERT INTO public.fixtures VALUES (2, 100, 1, 1, 'division', 1, 1, 2, 'over', 'played', NULL, 'berger', 7, 1, false, NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 3, '\xa7a1e795fe3c9061');
INSERT INTO public.fixtures VALUES (3, 100, 1, 1, 'division', 2, 1, 1, 'running', NULL, NULL, 'berger', 8, 1, false, NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 2, '\x59a4edafe09bcf8f');
INSERT INTO public.fixtures VALUES (4, 100, 1, 1, 'division', 2, 1, 2, 'running', NULL, NULL, 'berger', 9, 1, false, NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 2, '\x57a2bc0d8ca75ac4');
INSERT INTO public.fixtures VALUES (5, 100, 1, 1, 'division', 3, 1, 1, 'running', NULL, NULL, 'berger', 10, 1, false, NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 2, '\x3ff315b9152be31b');
INSERT INTO public.fixtures VALUES (6, 100, 1, 1, 'division', 3, 1, 2, 'running', NULL, NULL, 'berger', 11, 1, false, NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 2, '\xc8c1388f268650c8');
INSERT INTO public.league_jobs VALUES (1, 'round:1', 100, '2026-01-01 00:00:00+00');
INSERT INTO public.league_jobs VALUES (1, 'round:2', 100, '2026-01-01 00:00:00+00');
INSERT INTO public.league_jobs VALUES (1, 'round:3', 100, '2026-01-01 00:00:00+00');
INSERT INTO public.league_jobs VALUES (1, 'start', 100, '2026-01-01 00:00:00+00');
INSERT INTO public.leagues VALUES (1, 100, 200, 50, 'League', 'league', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.match_seats VALUES (1, 1, 1, NULL, false, '\x8cf56b53caed0af4');
INSERT INTO public.match_seats VALUES (1, 2, 2, NULL, false, '\xf5500323d41f500f');
INSERT INTO public.match_seats VALUES (2, 1, 1, NULL, true, '\x482e234648b50709');
INSERT INTO public.match_seats VALUES (2, 2, 2, NULL, true, '\xd94f1bed7e17f77b');
INSERT INTO public.match_seats VALUES (3, 1, 1, NULL, true, '\x852fba55d752aa4c');
INSERT INTO public.match_seats VALUES (3, 2, 2, NULL, true, '\x36c6c64867fb02b8');
INSERT INTO public.match_seats VALUES (4, 1, 1, NULL, true, '\xb6559f01689adae6');
INSERT INTO public.match_seats VALUES (4, 2, 2, NULL, true, '\xfa3a9e20bc49938c');
INSERT INTO public.match_seats VALUES (5, 1, 1, NULL, true, '\x082f6cdc4bbfe66c');
INSERT INTO public.match_seats VALUES (5, 2, 2, NULL, true, '\x45887b90ddd85102');
INSERT INTO public.match_seats VALUES (6, 1, 1004, NULL, false, '\x7424304700a4e346');
INSERT INTO public.match_seats VALUES (6, 2, 1001, NULL, false, '\x50fa1afb755bd085');
INSERT INTO public.match_seats VALUES (7, 1, 1002, NULL, false, '\xc30e7426ff0654e2');
INSERT INTO public.match_seats VALUES (7, 2, 1003, NULL, false, '\xbebc3ffa5658c8d2');
INSERT INTO public.match_seats VALUES (8, 1, 1002, NULL, true, '\xde26f11d9fd57c90');
INSERT INTO public.match_seats VALUES (8, 2, 1004, NULL, true, '\x480ac3fd4cca2a51');
INSERT INTO public.match_seats VALUES (9, 1, 1003, NULL, true, '\xbcdf94d78f8d7a56');
INSERT INTO public.match_seats VALUES (9, 2, 1001, NULL, true, '\x59bab5348ed95565');
INSERT INTO public.match_seats VALUES (10, 1, 1001, NULL, true, '\x1bbaca5045655c3d');
INSERT INTO public.match_seats VALUES (10, 2, 1002, NULL, true, '\xa29ca86e22d5124a');
INSERT INTO public.match_seats VALUES (11, 1, 1004, NULL, true, '\xb13c1c274c82191c');
INSERT INTO public.match_seats VALUES (11, 2, 1003, NULL, true, '\xc4b7a4f107e98055');
INSERT INTO public.match_seats VALUES (12, 1, 1, NULL, true, '\x4ce181dacb01adbe');
INSERT INTO public.match_seats VALUES (12, 2, 1006, NULL, true, '\x60afed013f95f1e5');
INSERT INTO public.match_seats VALUES (12, 3, 1007, NULL, true, '\xee5951ca15873637');
INSERT INTO public.matches VALUES (1, 1, 26, 'replica', 1, '2', '[["sight", "all"], ["king_power", "none"]]', '', '', '\xcea3878a334b240469d159ff840b6434', 'over', 42, '[]', '{"ranks": [2, 1], "code": "K", "termination": "rules"}', NULL, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', NULL, NULL, NULL, 42, '\x9b95acd5309a1319', NULL, 'table:1');
INSERT INTO public.matches VALUES (2, 1, 98, 'mutants', 1, '2', '[["reserve", "draft"]]', '1', '', '\x4129e2a8044a57ce7635fd6023661cd6', 'running', 1, '[2]', NULL, NULL, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', NULL, NULL, NULL, 3, '\xa995b42be25dccb2', NULL, 'table:2');
INSERT INTO public.matches VALUES (3, 1, 58, 'apex', 1, '2', '[["mode", "standard"]]', '1', '', '\xd4c0473feca7a8da3a323d15ba6ed8a1', 'running', 2, '[1]', NULL, NULL, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', NULL, NULL, NULL, 3, '\x7ac9c66083d576bf', NULL, 'table:3');
INSERT INTO public.matches VALUES (4, 1, 26, 'replica', 1, '2', '[["sight", "all"], ["king_power", "none"]]', '', '', '\x96e23f7b90ac8163d14936fbab23cb64', 'running', 3, '[2]', NULL, NULL, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', NULL, NULL, NULL, 3, '\xd06d008793b24ad1', NULL, 'table:4');
INSERT INTO public.matches VALUES (5, 1, 10, 'replicants', 1, '2', '[]', '1', '', '\xc71c3e57d858543b15064b65d8c7e8c8', 'running', 3, '[2]', NULL, NULL, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', NULL, NULL, NULL, 3, '\xf12bff4021d5fa08', NULL, 'table:5');
INSERT INTO public.matches VALUES (6, 100, 5001, 'replicants', 1, '2', '[]', '1', '', '\xe6b4f544e1e6a0b584960a7923fcb2e6', 'over', 1, '[]', '{"ranks": [2, 1], "code": "F", "termination": "forfeit"}', NULL, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": "2026-01-01T00:00:00+00:00", "given": 0}', NULL, NULL, 1, '\xf6fd20ed6705f435', '\xfc125af8237e1366', 'league:1:1');
INSERT INTO public.matches VALUES (7, 100, 5003, 'replicants', 1, '2', '[]', '1', '', '\x68f978fe50aca8ee91e0e1f94618c62f', 'over', 1, '[]', '{"ranks": [2, 1], "code": "F", "termination": "forfeit"}', NULL, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": "2026-01-01T00:00:00+00:00", "given": 0}', NULL, NULL, 1, '\x121234ba7b549903', '\xfc125af8237e1366', 'league:2:1');
INSERT INTO public.matches VALUES (8, 100, 5005, 'replicants', 1, '2', '[]', '1', '', '\xb116fb80ba37be518541699f88f59552', 'running', 0, '[1]', NULL, NULL, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}', NULL, '2026-03-02 00:00:00+00', 0, '\xf542dbc691342270', '\xd940e0827f83a75e', 'league:3:1');
INSERT INTO public.matches VALUES (9, 100, 5007, 'replicants', 1, '2', '[]', '1', '', '\x4a8c8e8d6361d8ed66d9f09745e6c104', 'running', 0, '[1]', NULL, NULL, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}', NULL, '2026-03-02 00:00:00+00', 0, '\x3b1a9a1255d0d3db', '\xd940e0827f83a75e', 'league:4:1');
INSERT INTO public.matches VALUES (10, 100, 5009, 'replicants', 1, '2', '[]', '1', '', '\x9675b6dec15bf8bcc7647e466b1bfc69', 'running', 0, '[1]', NULL, NULL, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}', NULL, '2026-03-02 00:00:00+00', 0, '\x717828f03e792012', '\xd940e0827f83a75e', 'league:5:1');
INSERT INTO public.matches VALUES (11, 100, 5011, 'replicants', 1, '2', '[]', '1', '', '\x183262a1ae6456f5e586b93d795fefed', 'running', 0, '[1]', NULL, NULL, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}', NULL, '2026-03-02 00:00:00+00', 0, '\x4562496aba13be07', '\xd940e0827f83a75e', 'league:6:1');
INSERT INTO public.matches VALUES (12, 100, 90, 'apex', 1, '3', '[]', '1', '', '\xcea3878a334b240469d159ff840b6434', 'running', 0, '[1]', NULL, NULL, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": false, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', NULL, NULL, NULL, 0, '\xbee44b30004a8881', NULL, 'table:6');
INSERT INTO public.member_names VALUES (100, 1, 'Ann');
INSERT INTO public.member_names VALUES (100, 2, 'Bob');
INSERT INTO public.member_names VALUES (100, 3, 'Cleo');
INSERT INTO public.member_names VALUES (100, 4, 'Dan');
INSERT INTO public.member_names VALUES (100, 5, 'Eve');
INSERT INTO public.member_names VALUES (100, 6, 'P6');
INSERT INTO public.member_names VALUES (100, 9, 'Nina');
INSERT INTO public.member_names VALUES (100, 50, 'Olga');
INSERT INTO public.member_names VALUES (100, 77, 'Finn');
INSERT INTO public.member_names VALUES (100, 1001, 'P0');
INSERT INTO public.member_names VALUES (100, 1002, 'P1');
INSERT INTO public.member_names VALUES (100, 1003, 'P2');
INSERT INTO public.member_names VALUES (100, 1004, 'P3');
INSERT INTO public.member_names VALUES (100, 1006, 'Computer, level 1');
INSERT INTO public.member_names VALUES (100, 1007, 'Computer, level 2');
INSERT INTO public.notes VALUES ('generation', '2687677:2687858');
INSERT INTO public.notes VALUES ('scrubbed', '1');
INSERT INTO public.outbox VALUES (3, 'match', 1, 1, 1, 0, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1003, '\x3866c8654b75d01b');
INSERT INTO public.outbox VALUES (4, 'match', 1, 1, 1, 1, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1004, '\xc156336357b98fc8');
INSERT INTO public.outbox VALUES (5, 'match', 1, 1, 1, 2, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1005, '\xfa7d99847af53e56');
INSERT INTO public.outbox VALUES (6, 'match', 1, 1, 1, 3, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1006, '\x9364e9ee69d7029a');
INSERT INTO public.outbox VALUES (7, 'match', 1, 1, 1, 4, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1007, '\x3a3ab3e027911131');
INSERT INTO public.outbox VALUES (8, 'match', 1, 1, 1, 5, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1008, '\x1190fb9d284406cb');
INSERT INTO public.outbox VALUES (9, 'match', 1, 1, 1, 6, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1009, '\xc9e215729809ec34');
INSERT INTO public.outbox VALUES (10, 'match', 1, 1, 1, 7, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1010, '\x8ed078a6a2201d9c');
INSERT INTO public.outbox VALUES (11, 'match', 1, 1, 1, 8, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1011, '\xfeb17e5706230f0c');
INSERT INTO public.outbox VALUES (12, 'match', 1, 1, 1, 9, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1012, '\x2597c089a6e0e598');
INSERT INTO public.outbox VALUES (13, 'match', 1, 1, 1, 10, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1013, '\x06bc02baf2545723');
INSERT INTO public.outbox VALUES (14, 'match', 1, 1, 1, 11, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1014, '\x0ce468ac42d6725d');
INSERT INTO public.outbox VALUES (15, 'match', 1, 1, 1, 12, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1015, '\xdad66e08833d2a59');
INSERT INTO public.outbox VALUES (16, 'match', 1, 1, 1, 13, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1016, '\xad45a29889b8c090');
INSERT INTO public.outbox VALUES (17, 'match', 1, 1, 1, 14, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1017, '\x64a1b9fe72907441');
INSERT INTO public.outbox VALUES (18, 'match', 1, 1, 1, 15, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1018, '\x291bcb97d6305da1');
INSERT INTO public.outbox VALUES (19, 'match', 1, 1, 1, 16, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1019, '\xd9af1f031ff8ae8d');
INSERT INTO public.outbox VALUES (20, 'match', 1, 1, 1, 17, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1020, '\xd7778c7d1cd37ab0');
INSERT INTO public.outbox VALUES (21, 'match', 1, 1, 1, 18, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1021, '\x78c9809cbad70f1e');
INSERT INTO public.outbox VALUES (22, 'match', 1, 1, 1, 19, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1022, '\x1069065fd8169560');
INSERT INTO public.outbox VALUES (23, 'match', 1, 1, 1, 20, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1023, '\x8e7b2cb26cc63444');
INSERT INTO public.outbox VALUES (24, 'match', 1, 1, 1, 21, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1024, '\xb52663b487d1ff48');
INSERT INTO public.outbox VALUES (25, 'match', 1, 1, 1, 22, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1025, '\xc9d2990fb70d1ca8');
INSERT INTO public.outbox VALUES (26, 'match', 1, 1, 1, 23, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1026, '\x7ebf40c21e4eeaa4');
INSERT INTO public.outbox VALUES (27, 'match', 1, 1, 1, 24, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1027, '\xe322a77911a0cc9b');
INSERT INTO public.outbox VALUES (28, 'match', 1, 1, 1, 25, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1028, '\xdcd4ac5a65e24650');
INSERT INTO public.outbox VALUES (29, 'match', 1, 1, 1, 26, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1029, '\xac87139d7cfc99f4');
INSERT INTO public.outbox VALUES (30, 'match', 1, 1, 1, 27, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1030, '\xb10e4ff5afcfaba9');
INSERT INTO public.outbox VALUES (31, 'match', 1, 1, 1, 28, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1031, '\x8a9782302b3d4129');
INSERT INTO public.outbox VALUES (32, 'match', 1, 1, 1, 29, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1032, '\x777ccd760b972fdd');
INSERT INTO public.outbox VALUES (33, 'match', 1, 1, 1, 30, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1033, '\xe3ff24bbebd28704');
INSERT INTO public.outbox VALUES (34, 'match', 1, 1, 1, 31, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1034, '\x998c0da2456b688e');
INSERT INTO public.outbox VALUES (35, 'match', 1, 1, 1, 32, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1035, '\x03aabbeaaba3f475');
INSERT INTO public.outbox VALUES (36, 'match', 1, 1, 1, 33, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1036, '\x0054252f4d347700');
INSERT INTO public.outbox VALUES (37, 'match', 1, 1, 1, 34, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1037, '\xce38c1ac6c120868');
INSERT INTO public.outbox VALUES (38, 'match', 1, 1, 1, 35, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1038, '\x3d8520d66f5ca816');
INSERT INTO public.outbox VALUES (39, 'match', 1, 1, 1, 36, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1039, '\x8fe1b4a9736f22f0');
INSERT INTO public.outbox VALUES (40, 'match', 1, 1, 1, 37, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1040, '\x7da54ac9c4e012ea');
INSERT INTO public.outbox VALUES (41, 'match', 1, 1, 1, 38, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1041, '\xcbb7744e39089b07');
INSERT INTO public.outbox VALUES (42, 'match', 1, 1, 1, 39, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1042, '\x2d9d6d5c3edbd096');
INSERT INTO public.outbox VALUES (43, 'match', 1, 1, 1, 40, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1043, '\xd37b6ed4f0f9e9b0');
INSERT INTO public.outbox VALUES (44, 'match', 1, 1, 1, 41, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1044, '\xf7558932a84ae26a');
INSERT INTO public.outbox VALUES (45, 'match', 1, 1, 1, 42, 'ended', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1045, '\x2e17726eac7e1d41');
INSERT INTO public.outbox VALUES (48, 'match', 2, 2, 1, 0, 'board', 98, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1048, '\x0ee53a9856239c3f');
INSERT INTO public.outbox VALUES (49, 'match', 2, 2, 1, 0, 'sealed', 98, '{"decision": -1}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '\x807d821bdd69ba2c');
INSERT INTO public.outbox VALUES (50, 'match', 2, 2, 1, 0, 'sealed', 98, '{"decision": 0}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '\x922e854ac5c83055');
INSERT INTO public.outbox VALUES (51, 'match', 2, 2, 1, 0, 'sealed', 98, '{"decision": 0}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1051, '\x922e854ac5c83055');
INSERT INTO public.outbox VALUES (52, 'match', 2, 2, 1, 1, 'board', 98, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1052, '\xd1c6d67e3613fa66');
INSERT INTO public.outbox VALUES (53, 'match', 2, 2, 1, 1, 'sealed', 98, '{"decision": 1}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1053, '\x361c7f334c0d332a');
INSERT INTO public.outbox VALUES (56, 'match', 3, 3, 1, 0, 'board', 58, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1056, '\x2c01a33dc81f3b0f');
INSERT INTO public.outbox VALUES (57, 'match', 3, 3, 1, 0, 'sealed', 58, '{"decision": -1}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1057, '\x8cbff028c62822d8');
INSERT INTO public.outbox VALUES (58, 'match', 3, 3, 1, 1, 'board', 58, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1058, '\xf3af54560c95483a');
INSERT INTO public.outbox VALUES (59, 'match', 3, 3, 1, 2, 'board', 58, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1059, '\x43b835649097cf88');
INSERT INTO public.outbox VALUES (60, 'match', 3, 3, 1, 2, 'sealed', 58, '{"decision": 3}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1060, '\xc1719604346307e1');
INSERT INTO public.outbox VALUES (63, 'match', 4, 4, 1, 0, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1063, '\x5e519846227ab21a');
INSERT INTO public.outbox VALUES (64, 'match', 4, 4, 1, 1, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1064, '\x969e66b6260c7cfb');
INSERT INTO public.outbox VALUES (65, 'match', 4, 4, 1, 2, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1065, '\xa1604346cf7489e7');
INSERT INTO public.outbox VALUES (66, 'match', 4, 4, 1, 3, 'board', 26, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1066, '\x94c1ca06a67647bb');
INSERT INTO public.outbox VALUES (69, 'match', 5, 5, 1, 0, 'board', 10, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1069, '\xcff6c4088ba8ef14');
INSERT INTO public.outbox VALUES (70, 'match', 5, 5, 1, 1, 'board', 10, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1070, '\x17408b76346c3186');
INSERT INTO public.outbox VALUES (71, 'match', 5, 5, 1, 2, 'board', 10, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1071, '\xae4f0eeded305783');
INSERT INTO public.outbox VALUES (72, 'match', 5, 5, 1, 3, 'board', 10, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1072, '\x8302b81c37fc542b');
INSERT INTO public.outbox VALUES (79, 'league', 1, NULL, 100, 0, 'notice', 200, '{"league": 1, "news": "round", "number": 0}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1079, '\x5c8666fdbe47bab8');
INSERT INTO public.outbox VALUES (80, 'match', 6, 6, 100, 0, 'board', 5001, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1080, '\x8896ac7c1f2d2922');
INSERT INTO public.outbox VALUES (81, 'match', 7, 7, 100, 0, 'board', 5003, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1081, '\x77f864812db4b482');
INSERT INTO public.outbox VALUES (82, 'match', 8, 8, 100, 0, 'board', 5005, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1082, '\xdc4e2aa30ab7ec84');
INSERT INTO public.outbox VALUES (83, 'match', 9, 9, 100, 0, 'board', 5007, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1083, '\x1c5427cef4fc109a');
INSERT INTO public.outbox VALUES (84, 'match', 10, 10, 100, 0, 'board', 5009, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1084, '\xa3a55af3aa8d3e15');
INSERT INTO public.outbox VALUES (85, 'match', 11, 11, 100, 0, 'board', 5011, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1085, '\x28d9f0dcc8b49a67');
INSERT INTO public.outbox VALUES (86, 'match', 6, 6, 100, 1, 'ended', 5001, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1086, '\x5c7ab294a9ae865d');
INSERT INTO public.outbox VALUES (87, 'league', 1, NULL, 100, 0, 'notice', 200, '{"league": 1, "news": "result", "number": 1}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1087, '\x92d6f69c83d7f3e6');
INSERT INTO public.outbox VALUES (88, 'match', 7, 7, 100, 1, 'ended', 5003, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1088, '\xeb0e7025f1834501');
INSERT INTO public.outbox VALUES (89, 'league', 1, NULL, 100, 0, 'notice', 200, '{"league": 1, "news": "result", "number": 2}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1089, '\xca4df88ee2f69c17');
INSERT INTO public.outbox VALUES (91, 'match', 12, 12, 100, 0, 'board', 90, '{"role": "board"}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1091, '\xa18032d75c3dee9d');
INSERT INTO public.outbox VALUES (92, 'match', 12, 12, 100, 0, 'sealed', 90, '{"decision": -1}', 0, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1092, '\x8c5d1ad6f557d1b4');
INSERT INTO public.pairs VALUES (1, 1, 2, 'replica', 1, 0, 1, 0);
INSERT INTO public.pairs VALUES (1, 2, 1, 'replica', 1, 1, 0, 120);
INSERT INTO public.pairs VALUES (100, 1001, 1004, 'replicants', 1, 1, 0, 120);
INSERT INTO public.pairs VALUES (100, 1002, 1003, 'replicants', 1, 0, 1, 0);
INSERT INTO public.pairs VALUES (100, 1003, 1002, 'replicants', 1, 1, 0, 120);
INSERT INTO public.pairs VALUES (100, 1004, 1001, 'replicants', 1, 0, 1, 0);
INSERT INTO public.people VALUES (1, 100000000000000001, 'human', '2026-01-01 00:00:00+00', NULL, '\xf6f673d987c25fbc611f55ef1bb74753', '\x777c45c068d068d5');
INSERT INTO public.people VALUES (2, 100000000000000002, 'human', '2026-01-01 00:00:00+00', NULL, '\x489eeacef5eb6e04a122210e76203543', '\x8a062870d7ad4f2d');
INSERT INTO public.people VALUES (3, 100000000000000003, 'human', '2026-01-01 00:00:00+00', NULL, '\x3e34c47f622abeafafb03a17dc46ff8e', '\xb15090aff790903a');
INSERT INTO public.people VALUES (4, 100000000000000004, 'human', '2026-01-01 00:00:00+00', NULL, '\xd3ba403beadd48701fb3b4f0ad39e4dc', '\x8f0270983804f607');
INSERT INTO public.people VALUES (5, 100000000000000005, 'human', '2026-01-01 00:00:00+00', NULL, '\xe9cf1fe7ff0c0d581a399abd39c67a6d', '\xe54e442d736d640f');
INSERT INTO public.people VALUES (6, 100000000000000006, 'human', '2026-01-01 00:00:00+00', NULL, '\xd7b10d453a243501f8004ae2b0aa46f7', '\xd49589b9b51dff29');
INSERT INTO public.people VALUES (9, 100000000000000009, 'human', '2026-01-01 00:00:00+00', NULL, '\xbb02857b96bfe4afcdc7661f6a10b56a', '\xb5ea0c4f3dc7fb9b');
INSERT INTO public.people VALUES (50, 100000000000000050, 'human', '2026-01-01 00:00:00+00', NULL, '\xc6800bb299701f160cc901fe70907696', '\x7967a41385479516');
INSERT INTO public.people VALUES (77, 100000000000000077, 'human', '2026-01-01 00:00:00+00', NULL, '\x729f8931927301f0dcb9749e3b0cc2e6', '\xcb36b9c13f5f70b7');
INSERT INTO public.people VALUES (1001, 100000000000001001, 'human', '2026-01-01 00:00:00+00', NULL, '\x4f220d9107c54db0bbdc7f4530dcf001', '\x2be2a94788c63baf');
INSERT INTO public.people VALUES (1002, 100000000000001002, 'human', '2026-01-01 00:00:00+00', NULL, '\x6c7c1a77a0f99cf075d7c77ccac1a9b9', '\xd78a5b5f3df0a04d');
INSERT INTO public.people VALUES (1003, 100000000000001003, 'human', '2026-01-01 00:00:00+00', NULL, '\x3b1727c05156c96b13d0af60fe563e19', '\x19315697a2ec5734');
INSERT INTO public.people VALUES (1004, 100000000000001004, 'human', '2026-01-01 00:00:00+00', NULL, '\x68e209213f91a38e5fbfc40abc1e5cfa', '\xbab1263062c4ae22');
INSERT INTO public.people VALUES (1005, NULL, 'human', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '\xfa9ded3b6260d287');
INSERT INTO public.people VALUES (1006, NULL, 'computer', '2026-01-01 00:00:00+00', NULL, NULL, '\x01341f58ec7ed38d');
INSERT INTO public.people VALUES (1007, NULL, 'computer', '2026-01-01 00:00:00+00', NULL, NULL, '\x01341f58ec7ed38d');
INSERT INTO public.person_totals VALUES (1, 1, 'replica', '2', 1, 1, 0, 0, 1, 0, 21);
INSERT INTO public.person_totals VALUES (1, 2, 'replica', '2', 2, 1, 1, 0, 0, 120, 21);
INSERT INTO public.person_totals VALUES (100, 1001, 'replicants', '2', 2, 1, 1, 0, 0, 120, 0);
INSERT INTO public.person_totals VALUES (100, 1002, 'replicants', '2', 1, 1, 0, 0, 1, 0, 0);
INSERT INTO public.person_totals VALUES (100, 1003, 'replicants', '2', 2, 1, 1, 0, 0, 120, 0);
INSERT INTO public.person_totals VALUES (100, 1004, 'replicants', '2', 1, 1, 0, 0, 1, 0, 0);
INSERT INTO public.places VALUES (1, 'board', 26, false, '\x8a165000e06de8b9');
INSERT INTO public.places VALUES (2, 'board', 98, true, '\xae3b8d31ed1bf34d');
INSERT INTO public.places VALUES (3, 'board', 58, true, '\xe498e51d657fd450');
INSERT INTO public.places VALUES (4, 'board', 26, true, '\xde53a6f21fa6e264');
INSERT INTO public.places VALUES (5, 'board', 10, true, '\xb21ae45f6f41df26');
INSERT INTO public.places VALUES (6, 'board', 5001, false, '\xc4a0a42c6f796dd2');
INSERT INTO public.places VALUES (7, 'board', 5003, false, '\xbda313610f5d8d0d');
INSERT INTO public.places VALUES (8, 'board', 5005, true, '\xeaea76fb254abbba');
INSERT INTO public.places VALUES (9, 'board', 5007, true, '\x918ae9133528a6e8');
INSERT INTO public.places VALUES (10, 'board', 5009, true, '\xd3c7fff56836535a');
INSERT INTO public.places VALUES (11, 'board', 5011, true, '\xddeb599d8067fd0a');
INSERT INTO public.places VALUES (12, 'board', 90, true, '\x92e822bee8831659');
INSERT INTO public.pools VALUES (1, 1, 'replica', '2', '', 'openskill 6.2.0 PlackettLuce', 1, '\x3e36f05cb9976120');
INSERT INTO public.puzzle_results VALUES (1, '000177ac', 0, true, '2026-01-01 00:00:00+00');
INSERT INTO public.rating_changes VALUES (1, 1, 1, 1, 1, 1, 'end', NULL, 25, 8.333333333333334, 22.364610506859503, 8.06590141354368, 1, '2026-01-01 00:00:00+00', '\x75a75393462ed7af');
INSERT INTO public.rating_changes VALUES (2, 1, 1, 1, 1, 2, 'end', NULL, 25, 8.333333333333334, 27.635389493140497, 8.06590141354368, 1, '2026-01-01 00:00:00+00', '\x83f4d987a1c67984');
INSERT INTO public.ratings VALUES (1, 1, 22.364610506859503, 8.06590141354368, 1, 1, '2026-01-01 00:00:00+00', '\x8de01aa734222fc7');
INSERT INTO public.ratings VALUES (1, 2, 27.635389493140497, 8.06590141354368, 1, 1, '2026-01-01 00:00:00+00', '\x659165d392e0401c');
INSERT INTO public.results VALUES (1, 1, 0, 1, 'replica', '2', '[["king_power", "none"], ["sight", "all"]]', 1, NULL, 1, 1, false, 21, 21, 21, 2, 0, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'rules', true, NULL, 'full', 1, 1, NULL, 'c2-d3', 0, 21, NULL, '\x23c920be64028ff6');
INSERT INTO public.results VALUES (1, 1, 0, 2, 'replica', '2', '[["king_power", "none"], ["sight", "all"]]', 1, NULL, 2, 2, false, 21, 21, 21, 1, 120, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'rules', true, NULL, 'full', 2, 1, NULL, 'e8-d7', 0, 21, NULL, '\x67eb8101b13cf26f');
INSERT INTO public.results VALUES (6, 100, 0, 1, 'replicants', '2', '[]', NULL, NULL, 1004, 1004, false, 0, 0, 0, 2, 0, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'forfeit', true, NULL, NULL, NULL, NULL, 'resigned', NULL, 0, 0, NULL, '\x00e96f4bbe114717');
INSERT INTO public.results VALUES (6, 100, 0, 2, 'replicants', '2', '[]', NULL, NULL, 1001, 1001, false, 0, 0, 0, 1, 120, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'forfeit', true, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, '\x75e3f60b811ae2e8');
INSERT INTO public.results VALUES (7, 100, 0, 1, 'replicants', '2', '[]', NULL, NULL, 1002, 1002, false, 0, 0, 0, 2, 0, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'forfeit', true, NULL, NULL, NULL, NULL, 'resigned', NULL, 0, 0, NULL, '\x2b94740c16d5b9df');
INSERT INTO public.results VALUES (7, 100, 0, 2, 'replicants', '2', '[]', NULL, NULL, 1003, 1003, false, 0, 0, 0, 1, 120, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'forfeit', true, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, '\xdddb9f4c5a9919de');
INSERT INTO public.rounds VALUES (1, 1, 100, '2026-01-01 00:00:00+00', NULL, 0, 'berger');
INSERT INTO public.rounds VALUES (1, 2, 100, '2026-01-01 00:00:00+00', NULL, 0, 'berger');
INSERT INTO public.rounds VALUES (1, 3, 100, '2026-01-01 00:00:00+00', NULL, 0, 'berger');
INSERT INTO public.sealed_choices VALUES (2, 1, 1, 'PYR', '2026-01-01 00:00:00+00', NULL, NULL, '\x4dd56ed617aedf41');
INSERT INTO public.sealed_choices VALUES (3, 2, 2, '1W-19', '2026-01-01 00:00:00+00', NULL, NULL, '\x79564e30f71e7959');
INSERT INTO public.seasons VALUES (1, 100, 1, 1, 'running', '{"kind": "round-robin", "game": "replicants", "mode": "2", "options": [], "teams": false, "sides": 2, "match": {"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": null}, "legs": 1, "rounds": null, "advance": 1, "reset": true, "third": false, "most": 20, "cap": 3, "place_points": null, "tiebreaks": ["direct", "sonneborn_berger", "wins", "lot"], "seeding": "rating", "division_size": null, "up": 0, "newcomers": "bottom", "zone": "UTC", "starts_at": null, "when_full": false, "ends_at": null, "round_days": null, "unfinished": "none", "grace_days": 7, "late_rounds": 0, "late_points": 0, "half_byes": 1, "ladder": null, "events": true}', '\xd0b1be7d92bf8830457c084ff4da1c2841879b483c3cface85dcd40f69e1ab8e', 'd1722f78ebd011507b8384865a06b104ddacd08dae1820d2167a6473a5181a1e', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 2, '\xeb00f4eb6d016bfd');
INSERT INTO public.shards VALUES (1, 0, '2026-01-01 00:00:00+00');
INSERT INTO public.standings VALUES (1, 100, 1, 1, 1, 0, 0, 0, 120);
INSERT INTO public.standings VALUES (2, 100, 1, 1, 0, 0, 1, 0, 0);
INSERT INTO public.standings VALUES (3, 100, 1, 1, 1, 0, 0, 0, 120);
INSERT INTO public.standings VALUES (4, 100, 1, 1, 0, 0, 1, 0, 0);
INSERT INTO public.starts VALUES (1, 100, 200, 'thread', 'replicants', '2', '[]', '[[1, 1004], [2, 1001]]', 'league:1:1', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '', 0, NULL, 'done', false, 0, '[]', NULL, 6, '2026-01-01 00:00:00+00', NULL, '\x831b21a1ce0b2a93');
INSERT INTO public.starts VALUES (2, 100, 200, 'thread', 'replicants', '2', '[]', '[[1, 1002], [2, 1003]]', 'league:2:1', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '', 0, NULL, 'done', false, 0, '[]', NULL, 7, '2026-01-01 00:00:00+00', NULL, '\x0e3eed29e8db6e9f');
INSERT INTO public.starts VALUES (3, 100, 200, 'thread', 'replicants', '2', '[]', '[[1, 1002], [2, 1004]]', 'league:3:1', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '', 0, NULL, 'done', false, 0, '[]', NULL, 8, '2026-01-01 00:00:00+00', NULL, '\x582f8d0782aadba4');
INSERT INTO public.starts VALUES (4, 100, 200, 'thread', 'replicants', '2', '[]', '[[1, 1003], [2, 1001]]', 'league:4:1', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '', 0, NULL, 'done', false, 0, '[]', NULL, 9, '2026-01-01 00:00:00+00', NULL, '\x6b8eadc534667fc0');
INSERT INTO public.starts VALUES (5, 100, 200, 'thread', 'replicants', '2', '[]', '[[1, 1001], [2, 1002]]', 'league:5:1', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '', 0, NULL, 'done', false, 0, '[]', NULL, 10, '2026-01-01 00:00:00+00', NULL, '\x2f1534de403e823d');
INSERT INTO public.starts VALUES (6, 100, 200, 'thread', 'replicants', '2', '[]', '[[1, 1004], [2, 1003]]', 'league:6:1', '{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}', '', 0, NULL, 'done', false, 0, '[]', NULL, 11, '2026-01-01 00:00:00+00', NULL, '\x7aa503f772ff67cd');
INSERT INTO public.table_seats VALUES (1, 1, 1, false, '\xbf6512101adcd10e');
INSERT INTO public.table_seats VALUES (1, 2, 2, false, '\xa9436c7986f5e8c0');
INSERT INTO public.table_seats VALUES (2, 1, 1, false, '\x14f428821b8d7865');
INSERT INTO public.table_seats VALUES (2, 2, 2, false, '\x738aee84b645c114');
INSERT INTO public.table_seats VALUES (3, 1, 1, false, '\x1fe0a654a6441440');
INSERT INTO public.table_seats VALUES (3, 2, 2, false, '\x1e38c8aeffa929f6');
INSERT INTO public.table_seats VALUES (4, 1, 1, false, '\x47665ebdbe3db0b3');
INSERT INTO public.table_seats VALUES (4, 2, 2, false, '\x1bcb1159a1e91054');
INSERT INTO public.table_seats VALUES (5, 1, 1, false, '\x0a9c0ce304b31ec0');
INSERT INTO public.table_seats VALUES (5, 2, 2, false, '\xd364fbf3ff7d92c8');
INSERT INTO public.table_seats VALUES (6, 1, 1, false, '\xa8983f930a0c7bfd');
INSERT INTO public.table_seats VALUES (6, 2, 1006, false, '\x169455c3ca425439');
INSERT INTO public.table_seats VALUES (6, 3, 1007, false, '\xada891383f9cb2fc');
INSERT INTO public.tables VALUES (1, 1, 26, 'replica', '2', '[["sight", "all"], ["king_power", "none"]]', 'here', 1, 'started', NULL, 1, 2, '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', '', false, '\xb072aa3c4660d5c3');
INSERT INTO public.tables VALUES (2, 1, 98, 'mutants', '2', '[["reserve", "draft"]]', 'here', 1, 'started', NULL, 2, 2, '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', '', false, '\x5a12f704110ce737');
INSERT INTO public.tables VALUES (3, 1, 58, 'apex', '2', '[["mode", "standard"]]', 'here', 1, 'started', NULL, 3, 2, '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', '', false, '\xac12a454b6f16160');
INSERT INTO public.tables VALUES (4, 1, 26, 'replica', '2', '[["sight", "all"], ["king_power", "none"]]', 'here', 1, 'started', NULL, 4, 2, '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', '', false, '\xd58e39af6402933a');
INSERT INTO public.tables VALUES (5, 1, 10, 'replicants', '2', '[]', 'here', 1, 'started', NULL, 5, 2, '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', '', false, '\x62334565ffa5cc1d');
INSERT INTO public.tables VALUES (6, 100, 90, 'apex', '3', '[]', 'here', 1, 'started', NULL, 12, 1, '2026-01-01 00:00:00+00', '{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": false, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}', '', false, '\xb450a56c5239f6ed');
SELECT pg_catalog.setval('public.alternates_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_log_id_seq', 1, false);
SELECT pg_catalog.setval('public.challenges_id_seq', 1, false);
SELECT pg_catalog.setval('public.corrections_id_seq', 1, false);
SELECT pg_catalog.setval('public.decisions_id_seq', 1, false);
SELECT pg_catalog.setval('public.entries_id_seq', 4, true);
SELECT pg_catalog.setval('public.erasures_id_seq', 1, true);
SELECT pg_catalog.setval('public.fixtures_id_seq', 6, true);
SELECT pg_catalog.setval('public.imports_id_seq', 1, false);
SELECT pg_catalog.setval('public.leagues_id_seq', 1, true);
SELECT pg_catalog.setval('public.matches_id_seq', 12, true);
SELECT pg_catalog.setval('public.outages_id_seq', 1, false);
SELECT pg_catalog.setval('public.outbox_id_seq', 92, true);
SELECT pg_catalog.setval('public.pairings_id_seq', 1, false);
SELECT pg_catalog.setval('public.people_id_seq', 1007, true);
SELECT pg_catalog.setval('public.pools_id_seq', 1, true);
SELECT pg_catalog.setval('public.rating_changes_id_seq', 2, true);
SELECT pg_catalog.setval('public.requests_id_seq', 1, false);
SELECT pg_catalog.setval('public.seasons_id_seq', 1, true);
SELECT pg_catalog.setval('public.seeks_id_seq', 1, false);
SELECT pg_catalog.setval('public.silence_log_id_seq', 1, false);
SELECT pg_catalog.setval('public.starts_id_seq', 6, true);
SELECT pg_catalog.setval('public.tables_id_seq', 6, true);
SELECT pg_catalog.setval('public.vacations_id_seq', 1, false);
SELECT pg_catalog.setval('public.watches_id_seq', 1, false);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.absences
    ADD CONSTRAINT pk_absences PRIMARY KEY (entry_id, round);
ALTER TABLE ONLY public.alternates
    ADD CONSTRAINT pk_alternates PRIMARY KEY (id);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT pk_analyses PRIMARY KEY (match_id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT pk_audit_log PRIMARY KEY (id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT pk_blocks PRIMARY KEY (person_id, blocked_id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT pk_challenges PRIMARY KEY (id);
ALTER TABLE ONLY public.cluster
    ADD CONSTRAINT pk_cluster PRIMARY KEY (id);
ALTER TABLE ONLY public.commitments
    ADD CONSTRAINT pk_commitments PRIMARY KEY (match_id, decision, seat);
ALTER TABLE ONLY public.computers
    ADD CONSTRAINT pk_computers PRIMARY KEY (id);
ALTER TABLE ONLY public.corrections
    ADD CONSTRAINT pk_corrections PRIMARY KEY (id);
ALTER TABLE ONLY public.deadlines
    ADD CONSTRAINT pk_deadlines PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT pk_decisions PRIMARY KEY (id);
ALTER TABLE ONLY public.deletions
    ADD CONSTRAINT pk_deletions PRIMARY KEY (digest);
ALTER TABLE ONLY public.departures
    ADD CONSTRAINT pk_departures PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.divisions
    ADD CONSTRAINT pk_divisions PRIMARY KEY (season_id, number);
ALTER TABLE ONLY public.dropped_choices
    ADD CONSTRAINT pk_dropped_choices PRIMARY KEY (match_id, decision, digest);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT pk_entries PRIMARY KEY (id);
ALTER TABLE ONLY public.entry_players
    ADD CONSTRAINT pk_entry_players PRIMARY KEY (entry_id, number);
ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT pk_erasures PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (match_id, seq);
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT pk_exports PRIMARY KEY (person_id);
ALTER TABLE ONLY public.feature_totals
    ADD CONSTRAINT pk_feature_totals PRIMARY KEY (guild_id, game, mode, feature, value);
ALTER TABLE ONLY public.fixture_sides
    ADD CONSTRAINT pk_fixture_sides PRIMARY KEY (fixture_id, entry_id);
ALTER TABLE ONLY public.fixtures
    ADD CONSTRAINT pk_fixtures PRIMARY KEY (id);
ALTER TABLE ONLY public.greetings
    ADD CONSTRAINT pk_greetings PRIMARY KEY (person_id, game);
ALTER TABLE ONLY public.handed
    ADD CONSTRAINT pk_handed PRIMARY KEY (id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT pk_imports PRIMARY KEY (id);
ALTER TABLE ONLY public.league_jobs
    ADD CONSTRAINT pk_league_jobs PRIMARY KEY (season_id, key);
ALTER TABLE ONLY public.leagues
    ADD CONSTRAINT pk_leagues PRIMARY KEY (id);
ALTER TABLE ONLY public.lessons
    ADD CONSTRAINT pk_lessons PRIMARY KEY (person_id, game);
ALTER TABLE ONLY public.match_loadouts
    ADD CONSTRAINT pk_match_loadouts PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.match_seats
    ADD CONSTRAINT pk_match_seats PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT pk_matches PRIMARY KEY (id);
ALTER TABLE ONLY public.member_names
    ADD CONSTRAINT pk_member_names PRIMARY KEY (guild_id, person_id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT pk_notes PRIMARY KEY (key);
ALTER TABLE ONLY public.outages
    ADD CONSTRAINT pk_outages PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT pk_outbox PRIMARY KEY (id);
ALTER TABLE ONLY public.pairing_seats
    ADD CONSTRAINT pk_pairing_seats PRIMARY KEY (pairing_id, seat);
ALTER TABLE ONLY public.pairings
    ADD CONSTRAINT pk_pairings PRIMARY KEY (id);
ALTER TABLE ONLY public.pairs
    ADD CONSTRAINT pk_pairs PRIMARY KEY (guild_id, person_id, opponent_id, game);
ALTER TABLE ONLY public.pauses
    ADD CONSTRAINT pk_pauses PRIMARY KEY (match_id, begun_at);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT pk_people PRIMARY KEY (id);
ALTER TABLE ONLY public.person_totals
    ADD CONSTRAINT pk_person_totals PRIMARY KEY (guild_id, person_id, game, mode, seat);
ALTER TABLE ONLY public.places
    ADD CONSTRAINT pk_places PRIMARY KEY (match_id, role);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT pk_plans PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.player_settings
    ADD CONSTRAINT pk_player_settings PRIMARY KEY (person_id);
ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pk_pools PRIMARY KEY (id);
ALTER TABLE ONLY public.prepared_answers
    ADD CONSTRAINT pk_prepared_answers PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.puzzle_results
    ADD CONSTRAINT pk_puzzle_results PRIMARY KEY (person_id, puzzle, day);
ALTER TABLE ONLY public.rating_changes
    ADD CONSTRAINT pk_rating_changes PRIMARY KEY (id);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT pk_ratings PRIMARY KEY (pool_id, person_id);
ALTER TABLE ONLY public.rematch_votes
    ADD CONSTRAINT pk_rematch_votes PRIMARY KEY (match_id, person_id);
ALTER TABLE ONLY public.rematches
    ADD CONSTRAINT pk_rematches PRIMARY KEY (match_id);
ALTER TABLE ONLY public.requests
    ADD CONSTRAINT pk_requests PRIMARY KEY (id);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT pk_results PRIMARY KEY (match_id, guild_id, revision, seat);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT pk_rounds PRIMARY KEY (season_id, number);
ALTER TABLE ONLY public.saved_loadouts
    ADD CONSTRAINT pk_saved_loadouts PRIMARY KEY (person_id, game, key);
ALTER TABLE ONLY public.sealed_choices
    ADD CONSTRAINT pk_sealed_choices PRIMARY KEY (match_id, decision, seat);
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT pk_seasons PRIMARY KEY (id);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT pk_seeks PRIMARY KEY (id);
ALTER TABLE ONLY public.server_settings
    ADD CONSTRAINT pk_server_settings PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.shards
    ADD CONSTRAINT pk_shards PRIMARY KEY (count, shard);
ALTER TABLE ONLY public.silence_log
    ADD CONSTRAINT pk_silence_log PRIMARY KEY (id);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT pk_standings PRIMARY KEY (entry_id);
ALTER TABLE ONLY public.starts
    ADD CONSTRAINT pk_starts PRIMARY KEY (id);
ALTER TABLE ONLY public.table_loadouts
    ADD CONSTRAINT pk_table_loadouts PRIMARY KEY (table_id, person_id);
ALTER TABLE ONLY public.table_seats
    ADD CONSTRAINT pk_table_seats PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT pk_tables PRIMARY KEY (id);
ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT pk_vacations PRIMARY KEY (id);
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT pk_watches PRIMARY KEY (id);
ALTER TABLE ONLY public.computers
    ADD CONSTRAINT uq_computers_level_number UNIQUE (level, number);
ALTER TABLE ONLY public.corrections
    ADD CONSTRAINT uq_corrections_match_id_revision UNIQUE (match_id, revision);
ALTER TABLE ONLY public.fixture_sides
    ADD CONSTRAINT uq_fixture_sides_fixture_id_seat UNIQUE (fixture_id, seat);
ALTER TABLE ONLY public.match_seats
    ADD CONSTRAINT uq_match_seats_match_id_person_id UNIQUE (match_id, person_id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT uq_people_account UNIQUE (account);
ALTER TABLE ONLY public.pools
    ADD CONSTRAINT uq_pools_guild_id_game_mode_variant UNIQUE (guild_id, game, mode, variant);
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT uq_seasons_league_id_number UNIQUE (league_id, number);
ALTER TABLE ONLY public.starts
    ADD CONSTRAINT uq_starts_origin UNIQUE (origin);
ALTER TABLE ONLY public.table_seats
    ADD CONSTRAINT uq_table_seats_table_id_person_id UNIQUE (table_id, person_id);
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT uq_watches_channel_id_kind_target_id UNIQUE (channel_id, kind, target_id);
CREATE UNIQUE INDEX ix_alternates_once ON public.alternates USING btree (season_id, person_id) WHERE (over_at IS NULL);
CREATE INDEX ix_alternates_person_id ON public.alternates USING btree (person_id);
CREATE INDEX ix_alternates_season_id ON public.alternates USING btree (season_id);
CREATE INDEX ix_audit_log_match_id ON public.audit_log USING btree (match_id);
CREATE INDEX ix_blocks_blocked_id ON public.blocks USING btree (blocked_id);
CREATE UNIQUE INDEX ix_challenges_against ON public.challenges USING btree (against) WHERE (decided_at IS NULL);
CREATE UNIQUE INDEX ix_challenges_entry_id ON public.challenges USING btree (entry_id) WHERE (decided_at IS NULL);
CREATE INDEX ix_challenges_season_id ON public.challenges USING btree (season_id);
CREATE INDEX ix_deadlines_due_at ON public.deadlines USING btree (due_at);
CREATE INDEX ix_decisions_season_id ON public.decisions USING btree (season_id);
CREATE INDEX ix_entries_season_id ON public.entries USING btree (season_id);
CREATE UNIQUE INDEX ix_entry_players_once ON public.entry_players USING btree (season_id, person_id) WHERE (until IS NULL);
CREATE INDEX ix_entry_players_person_id ON public.entry_players USING btree (person_id);
CREATE INDEX ix_events_substitutes ON public.events USING btree (kind, match_id) WHERE ((kind)::text = 'substitute'::text);
CREATE INDEX ix_feature_totals_matches ON public.feature_totals USING btree (guild_id, game, mode, feature, matches);
CREATE INDEX ix_fixture_sides_entry_id ON public.fixture_sides USING btree (entry_id);
CREATE INDEX ix_fixtures_live ON public.fixtures USING btree (guild_id, season_id) WHERE (ended_at IS NULL);
CREATE INDEX ix_fixtures_match_id ON public.fixtures USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE UNIQUE INDEX ix_fixtures_once ON public.fixtures USING btree (season_id, division, stage, round, leg, board) WHERE (board > 0);
CREATE INDEX ix_fixtures_season_id_round ON public.fixtures USING btree (season_id, round);
CREATE INDEX ix_imports_created_at ON public.imports USING btree (created_at);
CREATE UNIQUE INDEX ix_leagues_key ON public.leagues USING btree (guild_id, key) WHERE (archived_at IS NULL);
CREATE INDEX ix_match_seats_live ON public.match_seats USING btree (person_id) WHERE (live IS TRUE);
CREATE INDEX ix_matches_ended_at ON public.matches USING btree (ended_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX ix_matches_guild_id ON public.matches USING btree (guild_id);
CREATE INDEX ix_matches_live ON public.matches USING btree (guild_id) WHERE (ended_at IS NULL);
CREATE INDEX ix_matches_parked ON public.matches USING btree (guild_id) WHERE ((status)::text = 'parked'::text);
CREATE INDEX ix_member_names_person_id ON public.member_names USING btree (person_id);
CREATE INDEX ix_outbox_due ON public.outbox USING btree (channel_id, id) WHERE (done_at IS NULL);
CREATE INDEX ix_outbox_posted ON public.outbox USING btree (channel_id, match_id, kind, seq) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX ix_outbox_refresh ON public.outbox USING btree (channel_id) WHERE ((kind)::text = 'refresh'::text);
CREATE INDEX ix_pairing_seats_person_id_pairing_id ON public.pairing_seats USING btree (person_id, pairing_id);
CREATE INDEX ix_pairing_seats_seek_id ON public.pairing_seats USING btree (seek_id);
CREATE INDEX ix_pairings_match_id ON public.pairings USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE INDEX ix_people_gone ON public.people USING btree (id) WHERE (account IS NULL);
CREATE INDEX ix_places_channel_id_match_id ON public.places USING btree (channel_id, match_id);
CREATE INDEX ix_player_settings_hidden ON public.player_settings USING btree (person_id) WHERE ((appear)::text <> 'server'::text);
CREATE INDEX ix_puzzle_results_day ON public.puzzle_results USING btree (day) WHERE (day > 0);
CREATE INDEX ix_rating_changes_later ON public.rating_changes USING btree (pool_id) WHERE ((kind)::text <> 'end'::text);
CREATE INDEX ix_rating_changes_pool_id_person_id ON public.rating_changes USING btree (pool_id, person_id);
CREATE INDEX ix_rating_changes_pool_id_pool_no ON public.rating_changes USING btree (pool_id, pool_no);
CREATE INDEX ix_ratings_person_id ON public.ratings USING btree (person_id);
CREATE INDEX ix_ratings_pool_id_mu ON public.ratings USING btree (pool_id, mu);
CREATE INDEX ix_requests_match_id ON public.requests USING btree (match_id);
CREATE INDEX ix_requests_open ON public.requests USING btree (match_id) WHERE (decided_at IS NULL);
CREATE INDEX ix_results_best ON public.results USING btree (guild_id, game, mode, category, merit) WHERE (merit IS NOT NULL);
CREATE INDEX ix_results_finisher ON public.results USING btree (guild_id, finisher_id, ended_at) WHERE (finisher_id <> starter_id);
CREATE INDEX ix_results_pool ON public.results USING btree (pool_id, pool_no, seat) WHERE (pool_no IS NOT NULL);
CREATE INDEX ix_results_starter ON public.results USING btree (guild_id, starter_id, ended_at);
CREATE INDEX ix_seasons_live ON public.seasons USING btree (guild_id) WHERE (closed_at IS NULL);
CREATE INDEX ix_seeks_open ON public.seeks USING btree (guild_id, game) WHERE ((status)::text = 'open'::text);
CREATE INDEX ix_seeks_person_id ON public.seeks USING btree (person_id);
CREATE INDEX ix_silence_log_match_id ON public.silence_log USING btree (match_id);
CREATE INDEX ix_standings_season_id ON public.standings USING btree (season_id);
CREATE INDEX ix_starts_live ON public.starts USING btree (guild_id) WHERE (live IS TRUE);
CREATE INDEX ix_starts_match_id ON public.starts USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE INDEX ix_tables_host ON public.tables USING btree (host_id, game, id);
CREATE INDEX ix_tables_match_id ON public.tables USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE INDEX ix_tables_open ON public.tables USING btree (channel_id) WHERE (match_id IS NULL);
CREATE INDEX ix_tables_waiting ON public.tables USING btree (guild_id) WHERE ((status)::text = 'open'::text);
CREATE INDEX ix_vacations_person_id ON public.vacations USING btree (person_id);
CREATE INDEX ix_watches_guild_id_kind_target_id ON public.watches USING btree (guild_id, kind, target_id);
CREATE UNIQUE INDEX uq_matches_origin ON public.matches USING btree (origin) WHERE (origin IS NOT NULL);
CREATE UNIQUE INDEX uq_places_busy ON public.places USING btree (channel_id) WHERE (busy IS TRUE);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.audit_log_append_only();
CREATE TRIGGER corrections_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.corrections FOR EACH STATEMENT EXECUTE FUNCTION public.corrections_append_only();
CREATE TRIGGER decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.decisions FOR EACH STATEMENT EXECUTE FUNCTION public.decisions_append_only();
CREATE TRIGGER erasures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.erasures FOR EACH STATEMENT EXECUTE FUNCTION public.erasures_append_only();
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.events_append_only();
CREATE TRIGGER rating_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rating_changes FOR EACH STATEMENT EXECUTE FUNCTION public.rating_changes_append_only();
CREATE TRIGGER results_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.results FOR EACH STATEMENT EXECUTE FUNCTION public.results_append_only();
CREATE TRIGGER silence_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.silence_log FOR EACH STATEMENT EXECUTE FUNCTION public.silence_log_append_only();
ALTER TABLE ONLY public.absences
    ADD CONSTRAINT fk_absences_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.alternates
    ADD CONSTRAINT fk_alternates_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.alternates
    ADD CONSTRAINT fk_alternates_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT fk_analyses_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT fk_audit_log_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_against FOREIGN KEY (against) REFERENCES public.entries(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_fixture_id FOREIGN KEY (fixture_id) REFERENCES public.fixtures(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT fk_challenges_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.commitments
    ADD CONSTRAINT fk_commitments_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.computers
    ADD CONSTRAINT fk_computers_id FOREIGN KEY (id) REFERENCES public.people(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_fixture_id FOREIGN KEY (fixture_id) REFERENCES public.fixtures(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.divisions
    ADD CONSTRAINT fk_divisions_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.dropped_choices
    ADD CONSTRAINT fk_dropped_choices_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.entry_players
    ADD CONSTRAINT fk_entry_players_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.entry_players
    ADD CONSTRAINT fk_entry_players_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.fixture_sides
    ADD CONSTRAINT fk_fixture_sides_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.fixture_sides
    ADD CONSTRAINT fk_fixture_sides_fixture_id FOREIGN KEY (fixture_id) REFERENCES public.fixtures(id);
ALTER TABLE ONLY public.fixtures
    ADD CONSTRAINT fk_fixtures_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.fixtures
    ADD CONSTRAINT fk_fixtures_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.league_jobs
    ADD CONSTRAINT fk_league_jobs_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.match_loadouts
    ADD CONSTRAINT fk_match_loadouts_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.match_loadouts
    ADD CONSTRAINT fk_match_loadouts_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.match_seats
    ADD CONSTRAINT fk_match_seats_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT fk_outbox_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.pairing_seats
    ADD CONSTRAINT fk_pairing_seats_pairing_id FOREIGN KEY (pairing_id) REFERENCES public.pairings(id);
ALTER TABLE ONLY public.pairing_seats
    ADD CONSTRAINT fk_pairing_seats_seek_id FOREIGN KEY (seek_id) REFERENCES public.seeks(id);
ALTER TABLE ONLY public.pairings
    ADD CONSTRAINT fk_pairings_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.pauses
    ADD CONSTRAINT fk_pauses_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.places
    ADD CONSTRAINT fk_places_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT fk_plans_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.prepared_answers
    ADD CONSTRAINT fk_prepared_answers_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.rating_changes
    ADD CONSTRAINT fk_rating_changes_pool_id FOREIGN KEY (pool_id) REFERENCES public.pools(id);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT fk_ratings_pool_id FOREIGN KEY (pool_id) REFERENCES public.pools(id);
ALTER TABLE ONLY public.rematch_votes
    ADD CONSTRAINT fk_rematch_votes_match_id FOREIGN KEY (match_id) REFERENCES public.rematches(match_id);
ALTER TABLE ONLY public.rematches
    ADD CONSTRAINT fk_rematches_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.requests
    ADD CONSTRAINT fk_requests_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT fk_rounds_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.sealed_choices
    ADD CONSTRAINT fk_sealed_choices_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT fk_seasons_league_id FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.silence_log
    ADD CONSTRAINT fk_silence_log_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT fk_standings_entry_id FOREIGN KEY (entry_id) REFERENCES public.entries(id);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT fk_standings_season_id FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.starts
    ADD CONSTRAINT fk_starts_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.table_loadouts
    ADD CONSTRAINT fk_table_loadouts_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.table_seats
    ADD CONSTRAINT fk_table_seats_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT fk_tables_match_id FOREIGN KEY (match_id) REFERENCES public.matches(id);
