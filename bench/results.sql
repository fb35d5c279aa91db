-- A past for bench/stores.py, written without any code of the program: matches of two among people of a server. In every
-- fiftieth sits the regular, and in every tenth of those another game is played. Ratings of all servers are the same again.
-- Matches that are played come after them.

INSERT INTO people (id, account, kind, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :people)
    SELECT i, 1000000 + i, 'human', '2026-01-01 00:00:00.000000' FROM n;
CREATE TEMP TABLE played AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :matches)
    SELECT i,
        CASE WHEN i % 50 = 0 THEN :regular ELSE 2 + i * 7919 % (:people - 1) END AS one,
        2 + (i * 7919 + 1 + i % 97) % (:people - 1) AS two,
        CASE WHEN i % 500 = 0 THEN 'replica' ELSE 'replicants' END AS game,
        datetime('now', '-' || ((:matches - i) * 700.0 / :matches) || ' days') || '.000000' AS at
    FROM n;
INSERT INTO results (match_id, revision, seat, guild_id, game, mode, options, starter_id, finisher_id, excused, turns,
        starter_turns, finisher_turns, rank, score, started_at, ended_at, termination, counted, pool_id, pool_no, rated,
        player_id, opening, thought, timed)
    SELECT i, 0, seat, :guild, game, '2', '[]', person, person, 0, 20, 20, 20, rank, 240 - 120 * rank, at, at,
        'rules', 1, pool, i, 'full', person, 'E/' || (i * 31 % 20000) || 'D8-', 9000, 20
    FROM (SELECT i, 1 AS seat, one AS person, 1 + i / 50 % 2 AS rank, game, at, 1 + (game = 'replica') AS pool FROM played
        UNION ALL
        SELECT i, 2, two, 2 - i / 50 % 2, game, at, 1 + (game = 'replica') FROM played);
INSERT INTO person_totals (guild_id, person_id, game, mode, seat, played, won, drawn, lost, score_sum, turns)
    SELECT guild_id, starter_id, game, mode, seat, count(*), sum(rank = 1), 0, sum(rank = 2), sum(score), 20 * count(*)
    FROM results GROUP BY 1, 2, 3, 4, 5;
INSERT INTO pairs (guild_id, person_id, opponent_id, game, played, won, lost, score_sum)
    SELECT a.guild_id, a.starter_id, b.starter_id, a.game, count(*), sum(a.rank = 1), sum(a.rank = 2), sum(a.score)
    FROM results a JOIN results b ON b.match_id = a.match_id AND b.revision = 0 AND b.seat = 3 - a.seat
    GROUP BY 1, 2, 3, 4;
INSERT INTO feature_totals (guild_id, game, mode, feature, value, matches, score_sum, score_squares)
    SELECT guild_id, game, mode, 'opening', opening, count(*), sum(score), sum(score * score)
    FROM results GROUP BY 1, 2, 3, 5
    UNION ALL
    SELECT guild_id, game, mode, 'seat', seat, count(*), sum(score), sum(score * score) FROM results GROUP BY 1, 2, 3, 5;
INSERT INTO pools (id, guild_id, game, mode, variant, model, last_no)
    SELECT 1 + (game = 'replica'), :guild, game, '2', '', 'bench', max(i) FROM played GROUP BY game;
INSERT INTO rating_changes (pool_id, pool_no, upto, match_id, person_id, kind, mu_before, sigma_before, mu, sigma,
        games, at)
    SELECT pool_id, pool_no, pool_no, match_id, starter_id, 'end', 25, 8, 25.5, 7.9, 1, ended_at FROM results ORDER BY match_id;
INSERT INTO ratings (pool_id, person_id, mu, sigma, games, last_no, ended_at)
    SELECT pool_id, starter_id, 20 + starter_id * 37 % 1000 / 100.0, 2, count(*), max(pool_no), max(ended_at)
    FROM results GROUP BY pool_id, starter_id;
INSERT INTO player_settings (person_id, text_boards, ping, appear, all_servers)
    SELECT id, 0, 1, CASE id % 20 WHEN 0 THEN 'nobody' WHEN 5 THEN 'opponents' ELSE 'server' END, id % 50 <> 1
    FROM people;
INSERT INTO pools (id, guild_id, game, mode, variant, model, last_no)
    SELECT id + 2, 0, game, mode, variant, model, last_no FROM pools;
INSERT INTO ratings (pool_id, person_id, mu, sigma, games, last_no, ended_at)
    SELECT pool_id + 2, person_id, mu, sigma, games, last_no, ended_at FROM ratings;
INSERT INTO sqlite_sequence (name, seq) VALUES ('matches', :matches);
ANALYZE;
