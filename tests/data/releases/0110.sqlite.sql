BEGIN TRANSACTION;
CREATE TABLE absences (
	entry_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	asked_at DATETIME NOT NULL, 
	CONSTRAINT pk_absences PRIMARY KEY (entry_id, round), 
	CONSTRAINT ck_absences_kind CHECK (kind IN ('half_bye', 'zero_bye')), 
	CONSTRAINT fk_absences_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id)
)
 WITHOUT ROWID

;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0110');
CREATE TABLE alternates (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	joined_at DATETIME NOT NULL, 
	entry_id INTEGER, 
	asked_at DATETIME, 
	due_at DATETIME, 
	over_at DATETIME, 
	rev INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_alternates_status CHECK (status IN ('waiting', 'asked', 'took', 'declined', 'left')), 
	CONSTRAINT ck_alternates_over CHECK ((status IN ('waiting', 'asked')) = (over_at IS NULL)), 
	CONSTRAINT fk_alternates_season_id FOREIGN KEY(season_id) REFERENCES seasons (id), 
	CONSTRAINT fk_alternates_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id)
);
CREATE TABLE analyses (
	match_id INTEGER NOT NULL, 
	mark VARCHAR NOT NULL, 
	report JSON NOT NULL, 
	CONSTRAINT pk_analyses PRIMARY KEY (match_id), 
	CONSTRAINT fk_analyses_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE audit_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	subject VARCHAR NOT NULL, 
	subject_id BIGINT NOT NULL, 
	match_id INTEGER, 
	code VARCHAR NOT NULL, 
	person_id BIGINT NOT NULL, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_audit_log_subject CHECK ((subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id)), 
	CONSTRAINT fk_audit_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE blocks (
	person_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (person_id, blocked_id), 
	CONSTRAINT ck_blocks_others CHECK (person_id <> blocked_id)
)
 WITHOUT ROWID

;
CREATE TABLE challenges (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	against INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	fixture_id INTEGER, 
	asked_at DATETIME NOT NULL, 
	due_at DATETIME NOT NULL, 
	decided_at DATETIME, 
	rev INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_challenges_status CHECK (status IN ('open', 'accepted', 'refused', 'lost', 'withdrawn')), 
	CONSTRAINT ck_challenges_decided CHECK ((status = 'open') = (decided_at IS NULL)), 
	CONSTRAINT fk_challenges_season_id FOREIGN KEY(season_id) REFERENCES seasons (id), 
	CONSTRAINT fk_challenges_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id), 
	CONSTRAINT fk_challenges_against FOREIGN KEY(against) REFERENCES entries (id), 
	CONSTRAINT fk_challenges_fixture_id FOREIGN KEY(fixture_id) REFERENCES fixtures (id)
);
CREATE TABLE cluster (
	id INTEGER NOT NULL, 
	shards INTEGER NOT NULL, 
	processes INTEGER NOT NULL, 
	CONSTRAINT pk_cluster PRIMARY KEY (id), 
	CONSTRAINT ck_cluster_sets CHECK (processes > 1 AND shards >= processes)
)
 WITHOUT ROWID

;
CREATE TABLE commitments (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	salt BLOB NOT NULL, 
	text VARCHAR NOT NULL, 
	revealed BOOLEAN NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_commitments PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_commitments_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "commitments" VALUES(2,0,1,X'C3585B60B755FB13E6E65A16D20F1230','BON',0,X'224836039ACF6AC6');
INSERT INTO "commitments" VALUES(2,0,2,X'C33CEDCE35493FC82DFAD8EE5206E23E','SUP',0,X'A2725F6AB0647BD4');
INSERT INTO "commitments" VALUES(2,1,1,X'6152BC863269F1D04B4D21185D6BB25E','PYR',0,X'3159981509A6E9DF');
INSERT INTO "commitments" VALUES(3,3,2,X'9E287F590D2DCBBF387BFB70928E621D','1W-19',0,X'7F38CF216554499B');
CREATE TABLE computers (
	id INTEGER NOT NULL, 
	level INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_computers PRIMARY KEY (id), 
	CONSTRAINT uq_computers_level_number UNIQUE (level, number), 
	CONSTRAINT ck_computers_level CHECK (level >= 1 AND number >= 1), 
	CONSTRAINT fk_computers_id FOREIGN KEY(id) REFERENCES people (id)
);
INSERT INTO "computers" VALUES(1006,1,1,X'E22949419ACE845B');
INSERT INTO "computers" VALUES(1007,2,1,X'8823A04E2E20DB98');
CREATE TABLE corrections (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	match_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	detail JSON NOT NULL, 
	person_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	why JSON NOT NULL, 
	undoes INTEGER, 
	checksum BLOB, 
	CONSTRAINT uq_corrections_match_id_revision UNIQUE (match_id, revision), 
	CONSTRAINT ck_corrections_kind CHECK (kind IN ('void', 'ranks', 'excuse', 'undo')), 
	CONSTRAINT ck_corrections_undoes CHECK ((kind = 'undo') = (undoes IS NOT NULL))
);
CREATE TABLE deadlines (
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	guild_id BIGINT DEFAULT 0 NOT NULL, 
	due_at DATETIME NOT NULL, 
	payload JSON, 
	CONSTRAINT pk_deadlines PRIMARY KEY (kind, "key")
)
 WITHOUT ROWID

;
INSERT INTO "deadlines" VALUES('archive-thread','6',100,'2026-01-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('archive-thread','7',100,'2026-01-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','10',100,'2026-03-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','11',100,'2026-03-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','8',100,'2026-03-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','9',100,'2026-03-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('farewell','1005',0,'2026-01-01 00:15:00.000000',NULL);
INSERT INTO "deadlines" VALUES('idle','',0,'2026-01-03 00:00:00.000000','{"since": "2026-01-01T00:00:00+00:00"}');
INSERT INTO "deadlines" VALUES('league','100:1',100,'2026-01-01 01:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('league-round','100:1:1',100,'2026-01-01 00:00:10.000000',NULL);
INSERT INTO "deadlines" VALUES('league-round','100:1:2',100,'2026-01-01 00:00:10.000000',NULL);
INSERT INTO "deadlines" VALUES('league-round','100:1:3',100,'2026-01-01 00:00:10.000000',NULL);
INSERT INTO "deadlines" VALUES('nudge','10:1',100,'2026-01-31 00:00:00.000000','{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','11:1',100,'2026-01-31 00:00:00.000000','{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','8:1',100,'2026-01-31 00:00:00.000000','{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','9:1',100,'2026-01-31 00:00:00.000000','{"decision": "2026-01-01T00:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('outbox-pruning','',0,'2026-01-02 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('presence','10',100,'2026-01-31 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('presence','11',100,'2026-01-31 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('presence','8',100,'2026-01-31 00:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('presence','9',100,'2026-01-31 00:00:00.000000',NULL);
CREATE TABLE decisions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	fixture_id INTEGER, 
	entry_id INTEGER, 
	kind VARCHAR NOT NULL, 
	detail JSON NOT NULL, 
	reason JSON, 
	undoes INTEGER, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT fk_decisions_season_id FOREIGN KEY(season_id) REFERENCES seasons (id), 
	CONSTRAINT fk_decisions_fixture_id FOREIGN KEY(fixture_id) REFERENCES fixtures (id), 
	CONSTRAINT fk_decisions_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id)
);
CREATE TABLE deletions (
	digest BLOB NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_deletions PRIMARY KEY (digest)
);
INSERT INTO "deletions" VALUES(X'417E75B3F9E446937981FA2A44EA4B3C','2026-01-01 00:00:00.000000');
CREATE TABLE departures (
	guild_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_departures PRIMARY KEY (guild_id)
);
CREATE TABLE divisions (
	season_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	up INTEGER NOT NULL, 
	down INTEGER NOT NULL, 
	CONSTRAINT pk_divisions PRIMARY KEY (season_id, number), 
	CONSTRAINT fk_divisions_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
)
 WITHOUT ROWID

;
INSERT INTO "divisions" VALUES(1,1,100,'',0,0);
CREATE TABLE dropped_choices (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	digest VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	cause VARCHAR NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_dropped_choices PRIMARY KEY (match_id, decision, digest), 
	CONSTRAINT fk_dropped_choices_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE entries (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	division INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	seed_mu DOUBLE, 
	from_round INTEGER NOT NULL, 
	joined_at DATETIME NOT NULL, 
	left_at DATETIME, 
	rev INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT fk_entries_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
);
INSERT INTO "entries" VALUES(1,100,1,1,'',1,25.0,1,'2026-01-01 00:00:00.000000',NULL,1,X'258C2CF1658D7272');
INSERT INTO "entries" VALUES(2,100,1,1,'',4,25.0,1,'2026-01-01 00:00:00.000000',NULL,1,X'2453285764542FC5');
INSERT INTO "entries" VALUES(3,100,1,1,'',2,25.0,1,'2026-01-01 00:00:00.000000',NULL,1,X'2D1097245B386FCE');
INSERT INTO "entries" VALUES(4,100,1,1,'',3,25.0,1,'2026-01-01 00:00:00.000000',NULL,1,X'F85713DB70C4FA5A');
CREATE TABLE entry_players (
	entry_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	agreed BOOLEAN NOT NULL, 
	since DATETIME NOT NULL, 
	until DATETIME, 
	checksum BLOB, 
	CONSTRAINT pk_entry_players PRIMARY KEY (entry_id, number), 
	CONSTRAINT fk_entry_players_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id), 
	CONSTRAINT fk_entry_players_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
)
 WITHOUT ROWID

;
INSERT INTO "entry_players" VALUES(1,0,100,1,1001,1,'2026-01-01 00:00:00.000000',NULL,X'4C1238F264698610');
INSERT INTO "entry_players" VALUES(2,0,100,1,1002,1,'2026-01-01 00:00:00.000000',NULL,X'3580BC73A2C368EF');
INSERT INTO "entry_players" VALUES(3,0,100,1,1003,1,'2026-01-01 00:00:00.000000',NULL,X'03D31AA5CBB9BAB2');
INSERT INTO "entry_players" VALUES(4,0,100,1,1004,1,'2026-01-01 00:00:00.000000',NULL,X'8F4E23D967CCD045');
CREATE TABLE erasures (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cause VARCHAR NOT NULL, 
	removed JSON NOT NULL, 
	at DATETIME NOT NULL
);
INSERT INTO "erasures" VALUES(1,'person','{"people": 1}','2026-01-01 00:00:00.000000');
CREATE TABLE events (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER, 
	person_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	choices JSON, 
	at DATETIME NOT NULL, 
	data JSON, 
	checksum BLOB, 
	CONSTRAINT pk_events PRIMARY KEY (match_id, seq), 
	CONSTRAINT ck_events_kind CHECK (kind IN ('turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position')), 
	CONSTRAINT fk_events_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1,1,'turn',1,1,'c2-d3',NULL,'2026-01-01 00:00:00.000000',NULL,X'67AD23931A7DD291');
INSERT INTO "events" VALUES(1,2,'turn',2,2,'e8-d7',NULL,'2026-01-01 00:00:00.000000',NULL,X'29091FB2EE893A0A');
INSERT INTO "events" VALUES(1,3,'turn',1,1,'d1-e1',NULL,'2026-01-01 00:00:00.000000',NULL,X'8CC988F99D775ADA');
INSERT INTO "events" VALUES(1,4,'turn',2,2,'h5-g4',NULL,'2026-01-01 00:00:00.000000',NULL,X'4ABF5DD6F9A81FE5');
INSERT INTO "events" VALUES(1,5,'turn',1,1,'b3-c4',NULL,'2026-01-01 00:00:00.000000',NULL,X'ED6A8E69DB701120');
INSERT INTO "events" VALUES(1,6,'turn',2,2,'g5-f5',NULL,'2026-01-01 00:00:00.000000',NULL,X'0E8696B0BF389139');
INSERT INTO "events" VALUES(1,7,'turn',1,1,'c4-d4',NULL,'2026-01-01 00:00:00.000000',NULL,X'2F0A5E4FAA42FE6F');
INSERT INTO "events" VALUES(1,8,'turn',2,2,'e7-e6',NULL,'2026-01-01 00:00:00.000000',NULL,X'6BEE2403E4E8D062');
INSERT INTO "events" VALUES(1,9,'turn',1,1,'c1-d1',NULL,'2026-01-01 00:00:00.000000',NULL,X'A4DB5A5B88907621');
INSERT INTO "events" VALUES(1,10,'turn',2,2,'h6-g5',NULL,'2026-01-01 00:00:00.000000',NULL,X'0481E2FBB5E33A4B');
INSERT INTO "events" VALUES(1,11,'turn',1,1,'a3=K',NULL,'2026-01-01 00:00:00.000000',NULL,X'92660DB33D4B6B08');
INSERT INTO "events" VALUES(1,12,'turn',2,2,'d7-d6',NULL,'2026-01-01 00:00:00.000000',NULL,X'3E98853DAF88C5A3');
INSERT INTO "events" VALUES(1,13,'turn',1,1,'e1-f2',NULL,'2026-01-01 00:00:00.000000',NULL,X'FFC3BA7F4FE7D20B');
INSERT INTO "events" VALUES(1,14,'turn',2,2,'f7-e7',NULL,'2026-01-01 00:00:00.000000',NULL,X'E9CB083B6CEB6A46');
INSERT INTO "events" VALUES(1,15,'turn',1,1,'b1-b3',NULL,'2026-01-01 00:00:00.000000',NULL,X'CA3FC2CB50E7D6DE');
INSERT INTO "events" VALUES(1,16,'turn',2,2,'h7-f7',NULL,'2026-01-01 00:00:00.000000',NULL,X'24E6487D3114B8FD');
INSERT INTO "events" VALUES(1,17,'turn',1,1,'b2-b5',NULL,'2026-01-01 00:00:00.000000',NULL,X'F39F58690C25E17E');
INSERT INTO "events" VALUES(1,18,'turn',2,2,'g8-e8',NULL,'2026-01-01 00:00:00.000000',NULL,X'E0CD70B0AACDA7DA');
INSERT INTO "events" VALUES(1,19,'turn',1,1,'d1-d5',NULL,'2026-01-01 00:00:00.000000',NULL,X'F227B3CFFCE8624C');
INSERT INTO "events" VALUES(1,20,'turn',2,2,'g4-f4',NULL,'2026-01-01 00:00:00.000000',NULL,X'2FAED62D5A123A5E');
INSERT INTO "events" VALUES(1,21,'turn',1,1,'a2=K',NULL,'2026-01-01 00:00:00.000000',NULL,X'A4A878C646A2EA40');
INSERT INTO "events" VALUES(1,22,'turn',2,2,'f8-f6',NULL,'2026-01-01 00:00:00.000000',NULL,X'0B3AEF90FB81463D');
INSERT INTO "events" VALUES(1,23,'turn',1,1,'b4-b6',NULL,'2026-01-01 00:00:00.000000',NULL,X'A80B9C5FD0F1499B');
INSERT INTO "events" VALUES(1,24,'turn',2,2,'e8=K',NULL,'2026-01-01 00:00:00.000000',NULL,X'F5AFF63E438C88A8');
INSERT INTO "events" VALUES(1,25,'turn',1,1,'b5-c5',NULL,'2026-01-01 00:00:00.000000',NULL,X'2DA4D62368737DF6');
INSERT INTO "events" VALUES(1,26,'turn',2,2,'d6xc5',NULL,'2026-01-01 00:00:00.000000',NULL,X'2827D97ED416029E');
INSERT INTO "events" VALUES(1,27,'turn',1,1,'d3-e4',NULL,'2026-01-01 00:00:00.000000',NULL,X'829BE1C1A3930B9A');
INSERT INTO "events" VALUES(1,28,'turn',2,2,'f4-f3',NULL,'2026-01-01 00:00:00.000000',NULL,X'DFAF05FF7BA8401F');
INSERT INTO "events" VALUES(1,29,'turn',1,1,'a1-a5',NULL,'2026-01-01 00:00:00.000000',NULL,X'9BDF8D58CBAB886B');
INSERT INTO "events" VALUES(1,30,'turn',2,2,'f7=K',NULL,'2026-01-01 00:00:00.000000',NULL,X'70F6FD44323A32C9');
INSERT INTO "events" VALUES(1,31,'turn',1,1,'d2=K',NULL,'2026-01-01 00:00:00.000000',NULL,X'42EBFD017193AE10');
INSERT INTO "events" VALUES(1,32,'turn',2,2,'e7-d7',NULL,'2026-01-01 00:00:00.000000',NULL,X'10856389FA0F25F1');
INSERT INTO "events" VALUES(1,33,'turn',1,1,'b3-c3',NULL,'2026-01-01 00:00:00.000000',NULL,X'3EFE430D6C03B34F');
INSERT INTO "events" VALUES(1,34,'turn',2,2,'f7-f4',NULL,'2026-01-01 00:00:00.000000',NULL,X'2773C14D3E8D4CBF');
INSERT INTO "events" VALUES(1,35,'turn',1,1,'d5xe6',NULL,'2026-01-01 00:00:00.000000',NULL,X'EB0D5602F39E9223');
INSERT INTO "events" VALUES(1,36,'turn',2,2,'f5xf2',NULL,'2026-01-01 00:00:00.000000',NULL,X'CD8367E947D44100');
INSERT INTO "events" VALUES(1,37,'turn',1,1,'e6xf6',NULL,'2026-01-01 00:00:00.000000',NULL,X'2615D1A9DFBB336D');
INSERT INTO "events" VALUES(1,38,'turn',2,2,'g7=K',NULL,'2026-01-01 00:00:00.000000',NULL,X'3D1CDBF8B16765B9');
INSERT INTO "events" VALUES(1,39,'turn',1,1,'e4-e5',NULL,'2026-01-01 00:00:00.000000',NULL,X'7E498C68AFA0BEED');
INSERT INTO "events" VALUES(1,40,'turn',2,2,'f3-e3',NULL,'2026-01-01 00:00:00.000000',NULL,X'52E07DCDA81C02E0');
INSERT INTO "events" VALUES(1,41,'turn',1,1,'d4-d5',NULL,'2026-01-01 00:00:00.000000',NULL,X'E4A50F1387E76F5D');
INSERT INTO "events" VALUES(1,42,'turn',2,2,'f4xd2',NULL,'2026-01-01 00:00:00.000000',NULL,X'341DA45E3A21E750');
INSERT INTO "events" VALUES(2,1,'joint',2,2,'BON/SUP','[[1, "BON"], [2, "SUP"]]','2026-01-01 00:00:00.000000',NULL,X'D37971D28B7E164F');
INSERT INTO "events" VALUES(3,1,'turn',1,1,'MIN@H1',NULL,'2026-01-01 00:00:00.000000',NULL,X'B062128C68732A57');
INSERT INTO "events" VALUES(3,2,'turn',2,2,'DRA@H2',NULL,'2026-01-01 00:00:00.000000',NULL,X'4C923D96E54A5982');
INSERT INTO "events" VALUES(4,1,'turn',1,1,'c2-d3',NULL,'2026-01-01 00:00:00.000000',NULL,X'8CC3B1B916D83588');
INSERT INTO "events" VALUES(4,2,'turn',2,2,'e8-d7',NULL,'2026-01-01 00:00:00.000000',NULL,X'358378B4EB92EC0A');
INSERT INTO "events" VALUES(4,3,'turn',1,1,'d1-e1',NULL,'2026-01-01 00:00:00.000000',NULL,X'5A59118B95FB3AE6');
INSERT INTO "events" VALUES(5,1,'turn',1,1,'E/2C6/C6+',NULL,'2026-01-01 00:00:00.000000',NULL,X'E78365EF6E4C478C');
INSERT INTO "events" VALUES(5,2,'turn',2,2,'E/2E3F4/F4-',NULL,'2026-01-01 00:00:00.000000',NULL,X'FCDA87FE84213CB0');
INSERT INTO "events" VALUES(5,3,'turn',1,1,'E/2F8F7/E8+',NULL,'2026-01-01 00:00:00.000000',NULL,X'9437CA94221B3420');
INSERT INTO "events" VALUES(6,1,'forfeit',1,1004,'F',NULL,'2026-01-01 00:00:00.000000',NULL,X'29D2FE49F85C83B4');
INSERT INTO "events" VALUES(7,1,'forfeit',1,1002,'F',NULL,'2026-01-01 00:00:00.000000',NULL,X'F13AD688FB5D990B');
CREATE TABLE exports (
	person_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_exports PRIMARY KEY (person_id)
);
CREATE TABLE feature_totals (
	guild_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	feature VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	matches INTEGER NOT NULL, 
	score_sum BIGINT NOT NULL, 
	score_squares BIGINT NOT NULL, 
	CONSTRAINT pk_feature_totals PRIMARY KEY (guild_id, game, mode, feature, value)
)
 WITHOUT ROWID

;
INSERT INTO "feature_totals" VALUES(1,'replica','2','opening','c2-d3',1,0,0);
INSERT INTO "feature_totals" VALUES(1,'replica','2','opening','e8-d7',1,120,14400);
INSERT INTO "feature_totals" VALUES(1,'replica','2','option:king_power','none/1',1,0,0);
INSERT INTO "feature_totals" VALUES(1,'replica','2','option:king_power','none/2',1,120,14400);
INSERT INTO "feature_totals" VALUES(1,'replica','2','option:sight','all/1',1,0,0);
INSERT INTO "feature_totals" VALUES(1,'replica','2','option:sight','all/2',1,120,14400);
INSERT INTO "feature_totals" VALUES(1,'replica','2','seat','1',1,0,0);
INSERT INTO "feature_totals" VALUES(1,'replica','2','seat','2',1,120,14400);
INSERT INTO "feature_totals" VALUES(100,'replicants','2','seat','1',2,0,0);
INSERT INTO "feature_totals" VALUES(100,'replicants','2','seat','2',2,240,28800);
CREATE TABLE fixture_sides (
	fixture_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	points INTEGER, 
	advances BOOLEAN, 
	challenger BOOLEAN, 
	checksum BLOB, 
	CONSTRAINT pk_fixture_sides PRIMARY KEY (fixture_id, entry_id), 
	CONSTRAINT uq_fixture_sides_fixture_id_seat UNIQUE (fixture_id, seat), 
	CONSTRAINT fk_fixture_sides_fixture_id FOREIGN KEY(fixture_id) REFERENCES fixtures (id), 
	CONSTRAINT fk_fixture_sides_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id)
)
 WITHOUT ROWID

;
INSERT INTO "fixture_sides" VALUES(1,1,100,2,120,NULL,NULL,X'6556160EAAD16B6A');
INSERT INTO "fixture_sides" VALUES(1,4,100,1,0,NULL,NULL,X'A3AC46D945CEC221');
INSERT INTO "fixture_sides" VALUES(2,2,100,1,0,NULL,NULL,X'92089B650F389811');
INSERT INTO "fixture_sides" VALUES(2,3,100,2,120,NULL,NULL,X'4761FC676B3D82A8');
INSERT INTO "fixture_sides" VALUES(3,2,100,1,NULL,NULL,NULL,X'0D8C9ECE992C4F14');
INSERT INTO "fixture_sides" VALUES(3,4,100,2,NULL,NULL,NULL,X'F492CB71454A1C84');
INSERT INTO "fixture_sides" VALUES(4,1,100,2,NULL,NULL,NULL,X'8484A76EC9ACD71D');
INSERT INTO "fixture_sides" VALUES(4,3,100,1,NULL,NULL,NULL,X'4FE684C12F6B7F8A');
INSERT INTO "fixture_sides" VALUES(5,1,100,1,NULL,NULL,NULL,X'76F571009B28E78F');
INSERT INTO "fixture_sides" VALUES(5,2,100,2,NULL,NULL,NULL,X'287CF347A508763B');
INSERT INTO "fixture_sides" VALUES(6,3,100,2,NULL,NULL,NULL,X'584E3B290E213E43');
INSERT INTO "fixture_sides" VALUES(6,4,100,1,NULL,NULL,NULL,X'75A51A2884FAC97D');
CREATE TABLE fixtures (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	division INTEGER NOT NULL, 
	stage VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	leg INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	why VARCHAR, 
	repeat BOOLEAN, 
	method VARCHAR NOT NULL, 
	match_id INTEGER, 
	attempt INTEGER NOT NULL, 
	ordered BOOLEAN NOT NULL, 
	trouble JSON, 
	planned_at DATETIME NOT NULL, 
	not_before DATETIME, 
	started_at DATETIME, 
	ended_at DATETIME, 
	rev INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_fixtures_stage CHECK (stage IN ('division', 'swiss', 'main', 'winners', 'losers', 'final', 'third', 'ladder')), 
	CONSTRAINT ck_fixtures_status CHECK (status IN ('planned', 'running', 'over', 'struck')), 
	CONSTRAINT ck_fixtures_why CHECK ((why IS NOT NULL) = (status IN ('over', 'struck'))), 
	CONSTRAINT ck_fixtures_ended CHECK ((status IN ('over', 'struck')) = (ended_at IS NOT NULL)), 
	CONSTRAINT fk_fixtures_season_id FOREIGN KEY(season_id) REFERENCES seasons (id), 
	CONSTRAINT fk_fixtures_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "fixtures" VALUES(1,100,1,1,'division',1,1,1,'over','played',NULL,'berger',6,1,0,NULL,'2026-01-01 00:00:00.000000',NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',3,X'CDC2F6DDADD27D09');
INSERT INTO "fixtures" VALUES(2,100,1,1,'division',1,1,2,'over','played',NULL,'berger',7,1,0,NULL,'2026-01-01 00:00:00.000000',NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',3,X'A7A1E795FE3C9061');
INSERT INTO "fixtures" VALUES(3,100,1,1,'division',2,1,1,'running',NULL,NULL,'berger',8,1,0,NULL,'2026-01-01 00:00:00.000000',NULL,'2026-01-01 00:00:00.000000',NULL,2,X'59A4EDAFE09BCF8F');
INSERT INTO "fixtures" VALUES(4,100,1,1,'division',2,1,2,'running',NULL,NULL,'berger',9,1,0,NULL,'2026-01-01 00:00:00.000000',NULL,'2026-01-01 00:00:00.000000',NULL,2,X'57A2BC0D8CA75AC4');
INSERT INTO "fixtures" VALUES(5,100,1,1,'division',3,1,1,'running',NULL,NULL,'berger',10,1,0,NULL,'2026-01-01 00:00:00.000000',NULL,'2026-01-01 00:00:00.000000',NULL,2,X'3FF315B9152BE31B');
INSERT INTO "fixtures" VALUES(6,100,1,1,'division',3,1,2,'running',NULL,NULL,'berger',11,1,0,NULL,'2026-01-01 00:00:00.000000',NULL,'2026-01-01 00:00:00.000000',NULL,2,X'C8C1388F268650C8');
CREATE TABLE greetings (
	person_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_greetings PRIMARY KEY (person_id, game)
)
 WITHOUT ROWID

;
CREATE TABLE handed (
	id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_handed PRIMARY KEY (id)
)
 WITHOUT ROWID

;
CREATE TABLE imports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT, 
	person_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	checksum BLOB, 
	analysis JSON
);
CREATE TABLE league_jobs (
	season_id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	done_at DATETIME NOT NULL, 
	CONSTRAINT pk_league_jobs PRIMARY KEY (season_id, "key"), 
	CONSTRAINT fk_league_jobs_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
)
 WITHOUT ROWID

;
INSERT INTO "league_jobs" VALUES(1,'round:1',100,'2026-01-01 00:00:00.000000');
INSERT INTO "league_jobs" VALUES(1,'round:2',100,'2026-01-01 00:00:00.000000');
INSERT INTO "league_jobs" VALUES(1,'round:3',100,'2026-01-01 00:00:00.000000');
INSERT INTO "league_jobs" VALUES(1,'start',100,'2026-01-01 00:00:00.000000');
CREATE TABLE leagues (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	person_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	archived_at DATETIME
);
INSERT INTO "leagues" VALUES(1,100,200,50,'League','league','2026-01-01 00:00:00.000000',NULL);
CREATE TABLE lessons (
	person_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	step INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_lessons PRIMARY KEY (person_id, game), 
	CONSTRAINT ck_lessons_step CHECK (step >= 0)
)
 WITHOUT ROWID

;
CREATE TABLE match_loadouts (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	salt BLOB, 
	text VARCHAR NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_match_loadouts PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_match_loadouts_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT fk_match_loadouts_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
CREATE TABLE match_seats (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	team INTEGER, 
	live BOOLEAN NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_match_seats PRIMARY KEY (match_id, seat), 
	CONSTRAINT uq_match_seats_match_id_person_id UNIQUE (match_id, person_id), 
	CONSTRAINT fk_match_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "match_seats" VALUES(1,1,1,NULL,0,X'8CF56B53CAED0AF4');
INSERT INTO "match_seats" VALUES(1,2,2,NULL,0,X'F5500323D41F500F');
INSERT INTO "match_seats" VALUES(2,1,1,NULL,1,X'482E234648B50709');
INSERT INTO "match_seats" VALUES(2,2,2,NULL,1,X'D94F1BED7E17F77B');
INSERT INTO "match_seats" VALUES(3,1,1,NULL,1,X'852FBA55D752AA4C');
INSERT INTO "match_seats" VALUES(3,2,2,NULL,1,X'36C6C64867FB02B8');
INSERT INTO "match_seats" VALUES(4,1,1,NULL,1,X'B6559F01689ADAE6');
INSERT INTO "match_seats" VALUES(4,2,2,NULL,1,X'FA3A9E20BC49938C');
INSERT INTO "match_seats" VALUES(5,1,1,NULL,1,X'082F6CDC4BBFE66C');
INSERT INTO "match_seats" VALUES(5,2,2,NULL,1,X'45887B90DDD85102');
INSERT INTO "match_seats" VALUES(6,1,1004,NULL,0,X'7424304700A4E346');
INSERT INTO "match_seats" VALUES(6,2,1001,NULL,0,X'50FA1AFB755BD085');
INSERT INTO "match_seats" VALUES(7,1,1002,NULL,0,X'C30E7426FF0654E2');
INSERT INTO "match_seats" VALUES(7,2,1003,NULL,0,X'BEBC3FFA5658C8D2');
INSERT INTO "match_seats" VALUES(8,1,1002,NULL,1,X'DE26F11D9FD57C90');
INSERT INTO "match_seats" VALUES(8,2,1004,NULL,1,X'480AC3FD4CCA2A51');
INSERT INTO "match_seats" VALUES(9,1,1003,NULL,1,X'BCDF94D78F8D7A56');
INSERT INTO "match_seats" VALUES(9,2,1001,NULL,1,X'59BAB5348ED95565');
INSERT INTO "match_seats" VALUES(10,1,1001,NULL,1,X'1BBACA5045655C3D');
INSERT INTO "match_seats" VALUES(10,2,1002,NULL,1,X'A29CA86E22D5124A');
INSERT INTO "match_seats" VALUES(11,1,1004,NULL,1,X'B13C1C274C82191C');
INSERT INTO "match_seats" VALUES(11,2,1003,NULL,1,X'C4B7A4F107E98055');
INSERT INTO "match_seats" VALUES(12,1,1,NULL,1,X'4CE181DACB01ADBE');
INSERT INTO "match_seats" VALUES(12,2,1006,NULL,1,X'60AFED013F95F1E5');
INSERT INTO "match_seats" VALUES(12,3,1007,NULL,1,X'EE5951CA15873637');
CREATE TABLE matches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	rules_version INTEGER NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	data VARCHAR NOT NULL, 
	position VARCHAR NOT NULL, 
	seed BLOB NOT NULL, 
	status VARCHAR NOT NULL, 
	seq INTEGER NOT NULL, 
	to_act JSON NOT NULL, 
	outcome JSON, 
	parked JSON, 
	organiser_id BIGINT NOT NULL, 
	started_at DATETIME NOT NULL, 
	moved_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	terms JSON DEFAULT '{}' NOT NULL, 
	clock JSON, 
	paused JSON, 
	due_at DATETIME, 
	rev INTEGER DEFAULT 0 NOT NULL, 
	checksum BLOB, 
	clock_checksum BLOB, 
	origin VARCHAR, 
	CONSTRAINT ck_matches_status CHECK (status IN ('running', 'parked', 'over')), 
	CONSTRAINT ck_matches_ended CHECK ((status = 'over') = (ended_at IS NOT NULL))
);
INSERT INTO "matches" VALUES(1,1,26,'replica',1,'2','[["sight", "all"], ["king_power", "none"]]','','',X'CEA3878A334B240469D159FF840B6434','over',42,'[]','{"ranks": [2, 1], "code": "K", "termination": "rules"}',NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}',NULL,NULL,NULL,42,X'9B95ACD5309A1319',NULL,'table:1');
INSERT INTO "matches" VALUES(2,1,98,'mutants',1,'2','[["reserve", "draft"]]','1','',X'4129E2A8044A57CE7635FD6023661CD6','running',1,'[2]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}',NULL,NULL,NULL,3,X'A995B42BE25DCCB2',NULL,'table:2');
INSERT INTO "matches" VALUES(3,1,58,'apex',1,'2','[["mode", "standard"]]','1','',X'D4C0473FECA7A8DA3A323D15BA6ED8A1','running',2,'[1]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}',NULL,NULL,NULL,3,X'7AC9C66083D576BF',NULL,'table:3');
INSERT INTO "matches" VALUES(4,1,26,'replica',1,'2','[["sight", "all"], ["king_power", "none"]]','','',X'96E23F7B90AC8163D14936FBAB23CB64','running',3,'[2]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}',NULL,NULL,NULL,3,X'D06D008793B24AD1',NULL,'table:4');
INSERT INTO "matches" VALUES(5,1,10,'replicants',1,'2','[]','1','',X'C71C3E57D858543B15064B65D8C7E8C8','running',3,'[2]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}',NULL,NULL,NULL,3,X'F12BFF4021D5FA08',NULL,'table:5');
INSERT INTO "matches" VALUES(6,100,5001,'replicants',1,'2','[]','1','',X'E6B4F544E1E6A0B584960A7923FCB2E6','over',1,'[]','{"ranks": [2, 1], "code": "F", "termination": "forfeit"}',NULL,0,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": "2026-01-01T00:00:00+00:00", "given": 0}',NULL,NULL,1,X'F6FD20ED6705F435',X'FC125AF8237E1366','league:1:1');
INSERT INTO "matches" VALUES(7,100,5003,'replicants',1,'2','[]','1','',X'68F978FE50ACA8EE91E0E1F94618C62F','over',1,'[]','{"ranks": [2, 1], "code": "F", "termination": "forfeit"}',NULL,0,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": "2026-01-01T00:00:00+00:00", "given": 0}',NULL,NULL,1,X'121234BA7B549903',X'FC125AF8237E1366','league:2:1');
INSERT INTO "matches" VALUES(8,100,5005,'replicants',1,'2','[]','1','',X'B116FB80BA37BE518541699F88F59552','running',0,'[1]',NULL,NULL,0,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,'2026-03-02 00:00:00.000000',0,X'F542DBC691342270',X'D940E0827F83A75E','league:3:1');
INSERT INTO "matches" VALUES(9,100,5007,'replicants',1,'2','[]','1','',X'4A8C8E8D6361D8ED66D9F09745E6C104','running',0,'[1]',NULL,NULL,0,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,'2026-03-02 00:00:00.000000',0,X'3B1A9A1255D0D3DB',X'D940E0827F83A75E','league:4:1');
INSERT INTO "matches" VALUES(10,100,5009,'replicants',1,'2','[]','1','',X'9675B6DEC15BF8BCC7647E466B1BFC69','running',0,'[1]',NULL,NULL,0,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,'2026-03-02 00:00:00.000000',0,X'717828F03E792012',X'D940E0827F83A75E','league:5:1');
INSERT INTO "matches" VALUES(11,100,5011,'replicants',1,'2','[]','1','',X'183262A1AE6456F5E586B93D795FEFED','running',0,'[1]',NULL,NULL,0,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','{"seats": [{"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": "2026-01-01T00:00:00+00:00", "began": "2026-01-01T00:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 5184000.0, "full": 5184000.0, "spare": 5184000.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,'2026-03-02 00:00:00.000000',0,X'4562496ABA13BE07',X'D940E0827F83A75E','league:6:1');
INSERT INTO "matches" VALUES(12,100,90,'apex',1,'3','[]','1','',X'CEA3878A334B240469D159FF840B6434','running',0,'[1]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": false, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}',NULL,NULL,NULL,0,X'BEE44B30004A8881',NULL,'table:6');
CREATE TABLE member_names (
	guild_id BIGINT NOT NULL, 
	person_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_member_names PRIMARY KEY (guild_id, person_id)
)
 WITHOUT ROWID

;
INSERT INTO "member_names" VALUES(100,1,'Ann');
INSERT INTO "member_names" VALUES(100,2,'Bob');
INSERT INTO "member_names" VALUES(100,3,'Cleo');
INSERT INTO "member_names" VALUES(100,4,'Dan');
INSERT INTO "member_names" VALUES(100,5,'Eve');
INSERT INTO "member_names" VALUES(100,6,'P6');
INSERT INTO "member_names" VALUES(100,9,'Nina');
INSERT INTO "member_names" VALUES(100,50,'Olga');
INSERT INTO "member_names" VALUES(100,77,'Finn');
INSERT INTO "member_names" VALUES(100,1001,'P0');
INSERT INTO "member_names" VALUES(100,1002,'P1');
INSERT INTO "member_names" VALUES(100,1003,'P2');
INSERT INTO "member_names" VALUES(100,1004,'P3');
INSERT INTO "member_names" VALUES(100,1006,'Computer, level 1');
INSERT INTO "member_names" VALUES(100,1007,'Computer, level 2');
CREATE TABLE notes (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "notes" VALUES('scrubbed','1');
CREATE TABLE outages (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	shard INTEGER NOT NULL, 
	count INTEGER NOT NULL, 
	began_at DATETIME NOT NULL, 
	ended_at DATETIME NOT NULL, 
	jump FLOAT NOT NULL, 
	CONSTRAINT ck_outages_shard CHECK (shard >= 0 AND count > 0)
);
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	subject VARCHAR NOT NULL, 
	subject_id BIGINT NOT NULL, 
	match_id INTEGER, 
	guild_id BIGINT DEFAULT 0 NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	channel_id BIGINT NOT NULL, 
	payload JSON NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before DATETIME, 
	created_at DATETIME NOT NULL, 
	done_at DATETIME, 
	message_id BIGINT, 
	checksum BLOB, 
	CONSTRAINT ck_outbox_subject CHECK ((subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id)), 
	CONSTRAINT ck_outbox_kind CHECK (kind IN ('board', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed', 'refresh')), 
	CONSTRAINT fk_outbox_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "outbox" VALUES(3,'match',1,1,1,0,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1003,X'3866C8654B75D01B');
INSERT INTO "outbox" VALUES(4,'match',1,1,1,1,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1004,X'C156336357B98FC8');
INSERT INTO "outbox" VALUES(5,'match',1,1,1,2,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1005,X'FA7D99847AF53E56');
INSERT INTO "outbox" VALUES(6,'match',1,1,1,3,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1006,X'9364E9EE69D7029A');
INSERT INTO "outbox" VALUES(7,'match',1,1,1,4,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1007,X'3A3AB3E027911131');
INSERT INTO "outbox" VALUES(8,'match',1,1,1,5,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1008,X'1190FB9D284406CB');
INSERT INTO "outbox" VALUES(9,'match',1,1,1,6,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1009,X'C9E215729809EC34');
INSERT INTO "outbox" VALUES(10,'match',1,1,1,7,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1010,X'8ED078A6A2201D9C');
INSERT INTO "outbox" VALUES(11,'match',1,1,1,8,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1011,X'FEB17E5706230F0C');
INSERT INTO "outbox" VALUES(12,'match',1,1,1,9,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1012,X'2597C089A6E0E598');
INSERT INTO "outbox" VALUES(13,'match',1,1,1,10,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1013,X'06BC02BAF2545723');
INSERT INTO "outbox" VALUES(14,'match',1,1,1,11,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1014,X'0CE468AC42D6725D');
INSERT INTO "outbox" VALUES(15,'match',1,1,1,12,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1015,X'DAD66E08833D2A59');
INSERT INTO "outbox" VALUES(16,'match',1,1,1,13,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1016,X'AD45A29889B8C090');
INSERT INTO "outbox" VALUES(17,'match',1,1,1,14,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1017,X'64A1B9FE72907441');
INSERT INTO "outbox" VALUES(18,'match',1,1,1,15,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1018,X'291BCB97D6305DA1');
INSERT INTO "outbox" VALUES(19,'match',1,1,1,16,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1019,X'D9AF1F031FF8AE8D');
INSERT INTO "outbox" VALUES(20,'match',1,1,1,17,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1020,X'D7778C7D1CD37AB0');
INSERT INTO "outbox" VALUES(21,'match',1,1,1,18,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1021,X'78C9809CBAD70F1E');
INSERT INTO "outbox" VALUES(22,'match',1,1,1,19,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1022,X'1069065FD8169560');
INSERT INTO "outbox" VALUES(23,'match',1,1,1,20,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1023,X'8E7B2CB26CC63444');
INSERT INTO "outbox" VALUES(24,'match',1,1,1,21,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1024,X'B52663B487D1FF48');
INSERT INTO "outbox" VALUES(25,'match',1,1,1,22,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1025,X'C9D2990FB70D1CA8');
INSERT INTO "outbox" VALUES(26,'match',1,1,1,23,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1026,X'7EBF40C21E4EEAA4');
INSERT INTO "outbox" VALUES(27,'match',1,1,1,24,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1027,X'E322A77911A0CC9B');
INSERT INTO "outbox" VALUES(28,'match',1,1,1,25,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1028,X'DCD4AC5A65E24650');
INSERT INTO "outbox" VALUES(29,'match',1,1,1,26,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1029,X'AC87139D7CFC99F4');
INSERT INTO "outbox" VALUES(30,'match',1,1,1,27,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1030,X'B10E4FF5AFCFABA9');
INSERT INTO "outbox" VALUES(31,'match',1,1,1,28,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1031,X'8A9782302B3D4129');
INSERT INTO "outbox" VALUES(32,'match',1,1,1,29,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1032,X'777CCD760B972FDD');
INSERT INTO "outbox" VALUES(33,'match',1,1,1,30,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1033,X'E3FF24BBEBD28704');
INSERT INTO "outbox" VALUES(34,'match',1,1,1,31,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1034,X'998C0DA2456B688E');
INSERT INTO "outbox" VALUES(35,'match',1,1,1,32,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1035,X'03AABBEAABA3F475');
INSERT INTO "outbox" VALUES(36,'match',1,1,1,33,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1036,X'0054252F4D347700');
INSERT INTO "outbox" VALUES(37,'match',1,1,1,34,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1037,X'CE38C1AC6C120868');
INSERT INTO "outbox" VALUES(38,'match',1,1,1,35,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1038,X'3D8520D66F5CA816');
INSERT INTO "outbox" VALUES(39,'match',1,1,1,36,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1039,X'8FE1B4A9736F22F0');
INSERT INTO "outbox" VALUES(40,'match',1,1,1,37,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1040,X'7DA54AC9C4E012EA');
INSERT INTO "outbox" VALUES(41,'match',1,1,1,38,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1041,X'CBB7744E39089B07');
INSERT INTO "outbox" VALUES(42,'match',1,1,1,39,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1042,X'2D9D6D5C3EDBD096');
INSERT INTO "outbox" VALUES(43,'match',1,1,1,40,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1043,X'D37B6ED4F0F9E9B0');
INSERT INTO "outbox" VALUES(44,'match',1,1,1,41,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1044,X'F7558932A84AE26A');
INSERT INTO "outbox" VALUES(45,'match',1,1,1,42,'ended',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1045,X'2E17726EAC7E1D41');
INSERT INTO "outbox" VALUES(48,'match',2,2,1,0,'board',98,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1048,X'0EE53A9856239C3F');
INSERT INTO "outbox" VALUES(49,'match',2,2,1,0,'sealed',98,'{"decision": -1}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,X'807D821BDD69BA2C');
INSERT INTO "outbox" VALUES(50,'match',2,2,1,0,'sealed',98,'{"decision": 0}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,X'922E854AC5C83055');
INSERT INTO "outbox" VALUES(51,'match',2,2,1,0,'sealed',98,'{"decision": 0}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1051,X'922E854AC5C83055');
INSERT INTO "outbox" VALUES(52,'match',2,2,1,1,'board',98,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1052,X'D1C6D67E3613FA66');
INSERT INTO "outbox" VALUES(53,'match',2,2,1,1,'sealed',98,'{"decision": 1}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1053,X'361C7F334C0D332A');
INSERT INTO "outbox" VALUES(56,'match',3,3,1,0,'board',58,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1056,X'2C01A33DC81F3B0F');
INSERT INTO "outbox" VALUES(57,'match',3,3,1,0,'sealed',58,'{"decision": -1}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1057,X'8CBFF028C62822D8');
INSERT INTO "outbox" VALUES(58,'match',3,3,1,1,'board',58,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1058,X'F3AF54560C95483A');
INSERT INTO "outbox" VALUES(59,'match',3,3,1,2,'board',58,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1059,X'43B835649097CF88');
INSERT INTO "outbox" VALUES(60,'match',3,3,1,2,'sealed',58,'{"decision": 3}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1060,X'C1719604346307E1');
INSERT INTO "outbox" VALUES(63,'match',4,4,1,0,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1063,X'5E519846227AB21A');
INSERT INTO "outbox" VALUES(64,'match',4,4,1,1,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1064,X'969E66B6260C7CFB');
INSERT INTO "outbox" VALUES(65,'match',4,4,1,2,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1065,X'A1604346CF7489E7');
INSERT INTO "outbox" VALUES(66,'match',4,4,1,3,'board',26,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1066,X'94C1CA06A67647BB');
INSERT INTO "outbox" VALUES(69,'match',5,5,1,0,'board',10,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1069,X'CFF6C4088BA8EF14');
INSERT INTO "outbox" VALUES(70,'match',5,5,1,1,'board',10,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1070,X'17408B76346C3186');
INSERT INTO "outbox" VALUES(71,'match',5,5,1,2,'board',10,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1071,X'AE4F0EEDED305783');
INSERT INTO "outbox" VALUES(72,'match',5,5,1,3,'board',10,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1072,X'8302B81C37FC542B');
INSERT INTO "outbox" VALUES(79,'league',1,NULL,100,0,'notice',200,'{"league": 1, "news": "round", "number": 0}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1079,X'5C8666FDBE47BAB8');
INSERT INTO "outbox" VALUES(80,'match',6,6,100,0,'board',5001,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1080,X'8896AC7C1F2D2922');
INSERT INTO "outbox" VALUES(81,'match',7,7,100,0,'board',5003,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1081,X'77F864812DB4B482');
INSERT INTO "outbox" VALUES(82,'match',8,8,100,0,'board',5005,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1082,X'DC4E2AA30AB7EC84');
INSERT INTO "outbox" VALUES(83,'match',9,9,100,0,'board',5007,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1083,X'1C5427CEF4FC109A');
INSERT INTO "outbox" VALUES(84,'match',10,10,100,0,'board',5009,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1084,X'A3A55AF3AA8D3E15');
INSERT INTO "outbox" VALUES(85,'match',11,11,100,0,'board',5011,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1085,X'28D9F0DCC8B49A67');
INSERT INTO "outbox" VALUES(86,'match',6,6,100,1,'ended',5001,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1086,X'5C7AB294A9AE865D');
INSERT INTO "outbox" VALUES(87,'league',1,NULL,100,0,'notice',200,'{"league": 1, "news": "result", "number": 1}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1087,X'92D6F69C83D7F3E6');
INSERT INTO "outbox" VALUES(88,'match',7,7,100,1,'ended',5003,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1088,X'EB0E7025F1834501');
INSERT INTO "outbox" VALUES(89,'league',1,NULL,100,0,'notice',200,'{"league": 1, "news": "result", "number": 2}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1089,X'CA4DF88EE2F69C17');
INSERT INTO "outbox" VALUES(91,'match',12,12,100,0,'board',90,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1091,X'A18032D75C3DEE9D');
INSERT INTO "outbox" VALUES(92,'match',12,12,100,0,'sealed',90,'{"decision": -1}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',1092,X'8C5D1AD6F557D1B4');
CREATE TABLE pairing_seats (
	pairing_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	seek_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	since DATETIME NOT NULL, 
	"left" BOOLEAN NOT NULL, 
	CONSTRAINT pk_pairing_seats PRIMARY KEY (pairing_id, seat), 
	CONSTRAINT fk_pairing_seats_pairing_id FOREIGN KEY(pairing_id) REFERENCES pairings (id), 
	CONSTRAINT fk_pairing_seats_seek_id FOREIGN KEY(seek_id) REFERENCES seeks (id)
)
 WITHOUT ROWID

;
CREATE TABLE pairings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	clock JSON, 
	status VARCHAR NOT NULL, 
	why JSON, 
	message_id BIGINT, 
	match_id INTEGER, 
	created_at DATETIME NOT NULL, 
	starts_at DATETIME, 
	CONSTRAINT ck_pairings_status CHECK (status IN ('found', 'announced', 'ordered', 'started', 'off')), 
	CONSTRAINT fk_pairings_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE pairs (
	guild_id BIGINT NOT NULL, 
	person_id BIGINT NOT NULL, 
	opponent_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	score_sum BIGINT NOT NULL, 
	CONSTRAINT pk_pairs PRIMARY KEY (guild_id, person_id, opponent_id, game)
)
 WITHOUT ROWID

;
INSERT INTO "pairs" VALUES(1,1,2,'replica',1,0,1,0);
INSERT INTO "pairs" VALUES(1,2,1,'replica',1,1,0,120);
INSERT INTO "pairs" VALUES(100,1001,1004,'replicants',1,1,0,120);
INSERT INTO "pairs" VALUES(100,1002,1003,'replicants',1,0,1,0);
INSERT INTO "pairs" VALUES(100,1003,1002,'replicants',1,1,0,120);
INSERT INTO "pairs" VALUES(100,1004,1001,'replicants',1,0,1,0);
CREATE TABLE pauses (
	match_id INTEGER NOT NULL, 
	begun_at DATETIME NOT NULL, 
	ended_at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_pauses PRIMARY KEY (match_id, begun_at), 
	CONSTRAINT fk_pauses_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE people (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account BIGINT, 
	kind VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	deleted_at DATETIME, 
	erasure_key BLOB, 
	checksum BLOB, 
	CONSTRAINT uq_people_account UNIQUE (account), 
	CONSTRAINT ck_people_kind CHECK (kind IN ('human', 'computer')), 
	CONSTRAINT ck_people_account CHECK (account IS NULL OR (kind = 'human' AND deleted_at IS NULL))
);
INSERT INTO "people" VALUES(1,100000000000000001,'human','2026-01-01 00:00:00.000000',NULL,X'F6F673D987C25FBC611F55EF1BB74753',X'777C45C068D068D5');
INSERT INTO "people" VALUES(2,100000000000000002,'human','2026-01-01 00:00:00.000000',NULL,X'489EEACEF5EB6E04A122210E76203543',X'8A062870D7AD4F2D');
INSERT INTO "people" VALUES(3,100000000000000003,'human','2026-01-01 00:00:00.000000',NULL,X'3E34C47F622ABEAFAFB03A17DC46FF8E',X'B15090AFF790903A');
INSERT INTO "people" VALUES(4,100000000000000004,'human','2026-01-01 00:00:00.000000',NULL,X'D3BA403BEADD48701FB3B4F0AD39E4DC',X'8F0270983804F607');
INSERT INTO "people" VALUES(5,100000000000000005,'human','2026-01-01 00:00:00.000000',NULL,X'E9CF1FE7FF0C0D581A399ABD39C67A6D',X'E54E442D736D640F');
INSERT INTO "people" VALUES(6,100000000000000006,'human','2026-01-01 00:00:00.000000',NULL,X'D7B10D453A243501F8004AE2B0AA46F7',X'D49589B9B51DFF29');
INSERT INTO "people" VALUES(9,100000000000000009,'human','2026-01-01 00:00:00.000000',NULL,X'BB02857B96BFE4AFCDC7661F6A10B56A',X'B5EA0C4F3DC7FB9B');
INSERT INTO "people" VALUES(50,100000000000000050,'human','2026-01-01 00:00:00.000000',NULL,X'C6800BB299701F160CC901FE70907696',X'7967A41385479516');
INSERT INTO "people" VALUES(77,100000000000000077,'human','2026-01-01 00:00:00.000000',NULL,X'729F8931927301F0DCB9749E3B0CC2E6',X'CB36B9C13F5F70B7');
INSERT INTO "people" VALUES(1001,100000000000001001,'human','2026-01-01 00:00:00.000000',NULL,X'4F220D9107C54DB0BBDC7F4530DCF001',X'2BE2A94788C63BAF');
INSERT INTO "people" VALUES(1002,100000000000001002,'human','2026-01-01 00:00:00.000000',NULL,X'6C7C1A77A0F99CF075D7C77CCAC1A9B9',X'D78A5B5F3DF0A04D');
INSERT INTO "people" VALUES(1003,100000000000001003,'human','2026-01-01 00:00:00.000000',NULL,X'3B1727C05156C96B13D0AF60FE563E19',X'19315697A2EC5734');
INSERT INTO "people" VALUES(1004,100000000000001004,'human','2026-01-01 00:00:00.000000',NULL,X'68E209213F91A38E5FBFC40ABC1E5CFA',X'BAB1263062C4AE22');
INSERT INTO "people" VALUES(1005,NULL,'human','2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,X'FA9DED3B6260D287');
INSERT INTO "people" VALUES(1006,NULL,'computer','2026-01-01 00:00:00.000000',NULL,NULL,X'01341F58EC7ED38D');
INSERT INTO "people" VALUES(1007,NULL,'computer','2026-01-01 00:00:00.000000',NULL,NULL,X'01341F58EC7ED38D');
CREATE TABLE person_totals (
	guild_id BIGINT NOT NULL, 
	person_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	score_sum BIGINT NOT NULL, 
	turns BIGINT NOT NULL, 
	CONSTRAINT pk_person_totals PRIMARY KEY (guild_id, person_id, game, mode, seat)
)
 WITHOUT ROWID

;
INSERT INTO "person_totals" VALUES(1,1,'replica','2',1,1,0,0,1,0,21);
INSERT INTO "person_totals" VALUES(1,2,'replica','2',2,1,1,0,0,120,21);
INSERT INTO "person_totals" VALUES(100,1001,'replicants','2',2,1,1,0,0,120,0);
INSERT INTO "person_totals" VALUES(100,1002,'replicants','2',1,1,0,0,1,0,0);
INSERT INTO "person_totals" VALUES(100,1003,'replicants','2',2,1,1,0,0,120,0);
INSERT INTO "person_totals" VALUES(100,1004,'replicants','2',1,1,0,0,1,0,0);
CREATE TABLE places (
	match_id INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	channel_id BIGINT NOT NULL, 
	busy BOOLEAN NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_places PRIMARY KEY (match_id, role), 
	CONSTRAINT fk_places_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "places" VALUES(1,'board',26,0,X'8A165000E06DE8B9');
INSERT INTO "places" VALUES(2,'board',98,1,X'AE3B8D31ED1BF34D');
INSERT INTO "places" VALUES(3,'board',58,1,X'E498E51D657FD450');
INSERT INTO "places" VALUES(4,'board',26,1,X'DE53A6F21FA6E264');
INSERT INTO "places" VALUES(5,'board',10,1,X'B21AE45F6F41DF26');
INSERT INTO "places" VALUES(6,'board',5001,0,X'C4A0A42C6F796DD2');
INSERT INTO "places" VALUES(7,'board',5003,0,X'BDA313610F5D8D0D');
INSERT INTO "places" VALUES(8,'board',5005,1,X'EAEA76FB254ABBBA');
INSERT INTO "places" VALUES(9,'board',5007,1,X'918AE9133528A6E8');
INSERT INTO "places" VALUES(10,'board',5009,1,X'D3C7FFF56836535A');
INSERT INTO "places" VALUES(11,'board',5011,1,X'DDEB599D8067FD0A');
INSERT INTO "places" VALUES(12,'board',90,1,X'92E822BEE8831659');
CREATE TABLE plans (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	tree JSON NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_plans PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_plans_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE player_settings (
	person_id BIGINT NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN, 
	language VARCHAR, 
	text_boards BOOLEAN NOT NULL, 
	ping BOOLEAN NOT NULL, 
	nudges VARCHAR DEFAULT 'channel' NOT NULL, 
	zone VARCHAR, 
	quiet_from INTEGER, 
	quiet_until INTEGER, 
	free_weekends BOOLEAN DEFAULT 0 NOT NULL, 
	digest_hour INTEGER, 
	appear VARCHAR DEFAULT 'server' NOT NULL, 
	all_servers BOOLEAN DEFAULT 0 NOT NULL, 
	confirms BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_player_settings PRIMARY KEY (person_id)
);
CREATE TABLE pools (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	variant VARCHAR NOT NULL, 
	model VARCHAR NOT NULL, 
	last_no INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT uq_pools_guild_id_game_mode_variant UNIQUE (guild_id, game, mode, variant)
);
INSERT INTO "pools" VALUES(1,1,'replica','2','','openskill 6.2.0 PlackettLuce',1,X'3E36F05CB9976120');
CREATE TABLE prepared_answers (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	answers JSON NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_prepared_answers PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_prepared_answers_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE puzzle_results (
	person_id BIGINT NOT NULL, 
	puzzle VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	solved BOOLEAN NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_puzzle_results PRIMARY KEY (person_id, puzzle, day), 
	CONSTRAINT ck_puzzle_results_day CHECK (day >= 0)
)
 WITHOUT ROWID

;
INSERT INTO "puzzle_results" VALUES(1,'000177ac',0,1,'2026-01-01 00:00:00.000000');
CREATE TABLE rating_changes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	pool_id INTEGER NOT NULL, 
	pool_no INTEGER NOT NULL, 
	upto INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	cause INTEGER, 
	mu_before DOUBLE NOT NULL, 
	sigma_before DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_rating_changes_kind CHECK (kind IN ('end', 'correction', 'rebuild')), 
	CONSTRAINT ck_rating_changes_cause CHECK ((kind = 'correction') = (cause IS NOT NULL)), 
	CONSTRAINT fk_rating_changes_pool_id FOREIGN KEY(pool_id) REFERENCES pools (id)
);
INSERT INTO "rating_changes" VALUES(1,1,1,1,1,1,'end',NULL,25.0,8.33333333333333392545e+00,2.23646105068595026912e+01,8.06590141354368,1,'2026-01-01 00:00:00.000000',X'75A75393462ED7AF');
INSERT INTO "rating_changes" VALUES(2,1,1,1,1,2,'end',NULL,25.0,8.33333333333333392545e+00,2.76353894931404973087e+01,8.06590141354368,1,'2026-01-01 00:00:00.000000',X'83F4D987A1C67984');
CREATE TABLE ratings (
	pool_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	last_no INTEGER NOT NULL, 
	ended_at DATETIME, 
	checksum BLOB, 
	CONSTRAINT pk_ratings PRIMARY KEY (pool_id, person_id), 
	CONSTRAINT fk_ratings_pool_id FOREIGN KEY(pool_id) REFERENCES pools (id)
)
 WITHOUT ROWID

;
INSERT INTO "ratings" VALUES(1,1,2.23646105068595026912e+01,8.06590141354368,1,1,'2026-01-01 00:00:00.000000',X'8DE01AA734222FC7');
INSERT INTO "ratings" VALUES(1,2,2.76353894931404973087e+01,8.06590141354368,1,1,'2026-01-01 00:00:00.000000',X'659165D392E0401C');
CREATE TABLE rematch_votes (
	match_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_rematch_votes PRIMARY KEY (match_id, person_id), 
	CONSTRAINT fk_rematch_votes_match_id FOREIGN KEY(match_id) REFERENCES rematches (match_id)
)
 WITHOUT ROWID

;
CREATE TABLE rematches (
	match_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	why JSON, 
	message_id BIGINT, 
	lobby_id INTEGER, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	checksum BLOB, 
	CONSTRAINT pk_rematches PRIMARY KEY (match_id), 
	CONSTRAINT ck_rematches_status CHECK (status IN ('open', 'ordered', 'declined', 'lapsed', 'failed')), 
	CONSTRAINT fk_rematches_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE requests (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	subject VARCHAR NOT NULL, 
	subject_id BIGINT NOT NULL, 
	match_id INTEGER, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	detail JSON NOT NULL, 
	agreed JSON NOT NULL, 
	status VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	decided_at DATETIME, 
	checksum BLOB, 
	CONSTRAINT ck_requests_subject CHECK ((subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id)), 
	CONSTRAINT ck_requests_status CHECK (status IN ('open', 'accepted', 'refused', 'withdrawn', 'outdated')), 
	CONSTRAINT fk_requests_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE results (
	match_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	revision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	pool_id BIGINT, 
	team INTEGER, 
	starter_id BIGINT NOT NULL, 
	finisher_id BIGINT NOT NULL, 
	excused BOOLEAN NOT NULL, 
	turns INTEGER NOT NULL, 
	starter_turns INTEGER NOT NULL, 
	finisher_turns INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	score INTEGER, 
	points JSON, 
	category VARCHAR, 
	merit BIGINT, 
	started_at DATETIME NOT NULL, 
	ended_at DATETIME NOT NULL, 
	termination VARCHAR NOT NULL, 
	counted BOOLEAN NOT NULL, 
	why VARCHAR, 
	rated VARCHAR, 
	player_id BIGINT, 
	pool_no BIGINT, 
	gave_up VARCHAR, 
	opening VARCHAR, 
	thought INTEGER NOT NULL, 
	timed INTEGER NOT NULL, 
	features JSON, 
	checksum BLOB, 
	CONSTRAINT pk_results PRIMARY KEY (match_id, guild_id, revision, seat), 
	CONSTRAINT ck_results_why CHECK (counted = (why IS NULL)), 
	CONSTRAINT ck_results_rated CHECK (rated IN ('full', 'gain', 'hold', 'out')), 
	CONSTRAINT ck_results_gave_up CHECK (gave_up IN ('resigned', 'time')), 
	CONSTRAINT ck_results_merit CHECK ((category IS NULL) = (merit IS NULL))
)
 WITHOUT ROWID

;
INSERT INTO "results" VALUES(1,1,0,1,'replica','2','[["king_power", "none"], ["sight", "all"]]',1,NULL,1,1,0,21,21,21,2,0,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','rules',1,NULL,'full',1,1,NULL,'c2-d3',0,21,NULL,X'23C920BE64028FF6');
INSERT INTO "results" VALUES(1,1,0,2,'replica','2','[["king_power", "none"], ["sight", "all"]]',1,NULL,2,2,0,21,21,21,1,120,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','rules',1,NULL,'full',2,1,NULL,'e8-d7',0,21,NULL,X'67EB8101B13CF26F');
INSERT INTO "results" VALUES(6,100,0,1,'replicants','2','[]',NULL,NULL,1004,1004,0,0,0,0,2,0,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','forfeit',1,NULL,NULL,NULL,NULL,'resigned',NULL,0,0,NULL,X'00E96F4BBE114717');
INSERT INTO "results" VALUES(6,100,0,2,'replicants','2','[]',NULL,NULL,1001,1001,0,0,0,0,1,120,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','forfeit',1,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,X'75E3F60B811AE2E8');
INSERT INTO "results" VALUES(7,100,0,1,'replicants','2','[]',NULL,NULL,1002,1002,0,0,0,0,2,0,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','forfeit',1,NULL,NULL,NULL,NULL,'resigned',NULL,0,0,NULL,X'2B94740C16D5B9DF');
INSERT INTO "results" VALUES(7,100,0,2,'replicants','2','[]',NULL,NULL,1003,1003,0,0,0,0,1,120,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','forfeit',1,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,X'DDDB9F4C5A9919DE');
CREATE TABLE rounds (
	season_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	opened_at DATETIME NOT NULL, 
	ends_at DATETIME, 
	extra INTEGER NOT NULL, 
	method VARCHAR NOT NULL, 
	CONSTRAINT pk_rounds PRIMARY KEY (season_id, number), 
	CONSTRAINT fk_rounds_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
)
 WITHOUT ROWID

;
INSERT INTO "rounds" VALUES(1,1,100,'2026-01-01 00:00:00.000000',NULL,0,'berger');
INSERT INTO "rounds" VALUES(1,2,100,'2026-01-01 00:00:00.000000',NULL,0,'berger');
INSERT INTO "rounds" VALUES(1,3,100,'2026-01-01 00:00:00.000000',NULL,0,'berger');
CREATE TABLE saved_loadouts (
	person_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	data VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_saved_loadouts PRIMARY KEY (person_id, game, "key")
)
 WITHOUT ROWID

;
CREATE TABLE sealed_choices (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	cause VARCHAR, 
	decided JSON, 
	checksum BLOB, 
	CONSTRAINT pk_sealed_choices PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_sealed_choices_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "sealed_choices" VALUES(2,1,1,'PYR','2026-01-01 00:00:00.000000',NULL,NULL,X'4DD56ED617AEDF41');
INSERT INTO "sealed_choices" VALUES(3,2,2,'1W-19','2026-01-01 00:00:00.000000',NULL,NULL,X'79564E30F71E7959');
CREATE TABLE seasons (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	league_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	terms JSON DEFAULT '{}' NOT NULL, 
	secret BLOB NOT NULL, 
	entries_digest VARCHAR, 
	message_id BIGINT, 
	created_at DATETIME NOT NULL, 
	published_at DATETIME, 
	started_at DATETIME, 
	ends_at DATETIME, 
	ended_at DATETIME, 
	closed_at DATETIME, 
	paused_at DATETIME, 
	rev INTEGER NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_seasons_status CHECK (status IN ('draft', 'open', 'running', 'paused', 'ended', 'closed', 'cancelled')), 
	CONSTRAINT uq_seasons_league_id_number UNIQUE (league_id, number), 
	CONSTRAINT fk_seasons_league_id FOREIGN KEY(league_id) REFERENCES leagues (id)
);
INSERT INTO "seasons" VALUES(1,100,1,1,'running','{"kind": "round-robin", "game": "replicants", "mode": "2", "options": [], "teams": false, "sides": 2, "match": {"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": null}, "legs": 1, "rounds": null, "advance": 1, "reset": true, "third": false, "most": 20, "cap": 3, "place_points": null, "tiebreaks": ["direct", "sonneborn_berger", "wins", "lot"], "seeding": "rating", "division_size": null, "up": 0, "newcomers": "bottom", "zone": "UTC", "starts_at": null, "when_full": false, "ends_at": null, "round_days": null, "unfinished": "none", "grace_days": 7, "late_rounds": 0, "late_points": 0, "half_byes": 1, "ladder": null, "events": true}',X'D0B1BE7D92BF8830457C084FF4DA1C2841879B483C3CFACE85DCD40F69E1AB8E','d1722f78ebd011507b8384865a06b104ddacd08dae1820d2167a6473a5181a1e',NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000','2026-01-01 00:00:00.000000',NULL,NULL,NULL,NULL,2,X'EB00F4EB6D016BFD');
CREATE TABLE seeks (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	person_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR, 
	options JSON NOT NULL, 
	clock JSON, 
	low INTEGER NOT NULL, 
	high INTEGER NOT NULL, 
	most INTEGER NOT NULL, 
	asks BOOLEAN NOT NULL, 
	status VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	served_at DATETIME NOT NULL, 
	CONSTRAINT ck_seeks_status CHECK (status IN ('open', 'closed')), 
	CONSTRAINT ck_seeks_range CHECK (low <= high)
);
CREATE TABLE server_settings (
	guild_id BIGINT NOT NULL, 
	silence_blocks_start BOOLEAN NOT NULL, 
	transcript_days INTEGER NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN NOT NULL, 
	language VARCHAR, 
	organiser_role_id BIGINT, 
	table_days INTEGER DEFAULT 14 NOT NULL, 
	program_matches INTEGER DEFAULT 100 NOT NULL, 
	CONSTRAINT pk_server_settings PRIMARY KEY (guild_id)
);
CREATE TABLE shards (
	count INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	alive_at DATETIME NOT NULL, 
	CONSTRAINT pk_shards PRIMARY KEY (count, shard), 
	CONSTRAINT ck_shards_shard CHECK (shard >= 0 AND count > 0)
)
 WITHOUT ROWID

;
INSERT INTO "shards" VALUES(1,0,'2026-01-01 00:00:00.000000');
CREATE TABLE silence_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	match_id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	channel_id BIGINT, 
	person_id BIGINT, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	CONSTRAINT fk_silence_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE standings (
	entry_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	season_id INTEGER NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	level INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	byes INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (entry_id), 
	CONSTRAINT fk_standings_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id), 
	CONSTRAINT fk_standings_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
);
INSERT INTO "standings" VALUES(1,100,1,1,1,0,0,0,120);
INSERT INTO "standings" VALUES(2,100,1,1,0,0,1,0,0);
INSERT INTO "standings" VALUES(3,100,1,1,1,0,0,0,120);
INSERT INTO "standings" VALUES(4,100,1,1,0,0,1,0,0);
CREATE TABLE starts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	place VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	seats JSON NOT NULL, 
	origin VARCHAR NOT NULL, 
	terms JSON DEFAULT '{}' NOT NULL, 
	position VARCHAR NOT NULL, 
	host_id BIGINT NOT NULL, 
	message_id BIGINT, 
	status VARCHAR NOT NULL, 
	live BOOLEAN NOT NULL, 
	attempts INTEGER NOT NULL, 
	made JSON NOT NULL, 
	why JSON, 
	match_id INTEGER, 
	created_at DATETIME NOT NULL, 
	began_at DATETIME, 
	checksum BLOB, 
	CONSTRAINT ck_starts_status CHECK (status IN ('waiting', 'queued', 'building', 'started', 'done', 'failed')), 
	CONSTRAINT ck_starts_place CHECK (place IN ('here', 'thread', 'channels')), 
	CONSTRAINT uq_starts_origin UNIQUE (origin), 
	CONSTRAINT fk_starts_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "starts" VALUES(1,100,200,'thread','replicants','2','[]','[[1, 1004], [2, 1001]]','league:1:1','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','',0,NULL,'done',0,0,'[]',NULL,6,'2026-01-01 00:00:00.000000',NULL,X'831B21A1CE0B2A93');
INSERT INTO "starts" VALUES(2,100,200,'thread','replicants','2','[]','[[1, 1002], [2, 1003]]','league:2:1','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','',0,NULL,'done',0,0,'[]',NULL,7,'2026-01-01 00:00:00.000000',NULL,X'0E3EED29E8DB6E9F');
INSERT INTO "starts" VALUES(3,100,200,'thread','replicants','2','[]','[[1, 1002], [2, 1004]]','league:3:1','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','',0,NULL,'done',0,0,'[]',NULL,8,'2026-01-01 00:00:00.000000',NULL,X'582F8D0782AADBA4');
INSERT INTO "starts" VALUES(4,100,200,'thread','replicants','2','[]','[[1, 1003], [2, 1001]]','league:4:1','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','',0,NULL,'done',0,0,'[]',NULL,9,'2026-01-01 00:00:00.000000',NULL,X'6B8EADC534667FC0');
INSERT INTO "starts" VALUES(5,100,200,'thread','replicants','2','[]','[[1, 1001], [2, 1002]]','league:5:1','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','',0,NULL,'done',0,0,'[]',NULL,10,'2026-01-01 00:00:00.000000',NULL,X'2F1534DE403E823D');
INSERT INTO "starts" VALUES(6,100,200,'thread','replicants','2','[]','[[1, 1004], [2, 1003]]','league:6:1','{"clock": {"kind": "turn", "per_turn": 5184000, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": false, "drawn": false, "league": 1}','',0,NULL,'done',0,0,'[]',NULL,11,'2026-01-01 00:00:00.000000',NULL,X'7AA503F772FF67CD');
CREATE TABLE table_loadouts (
	table_id INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	salt BLOB NOT NULL, 
	text VARCHAR NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_table_loadouts PRIMARY KEY (table_id, person_id), 
	CONSTRAINT fk_table_loadouts_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
CREATE TABLE table_seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT, 
	invited BOOLEAN NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_table_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT uq_table_seats_table_id_person_id UNIQUE (table_id, person_id), 
	CONSTRAINT fk_table_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "table_seats" VALUES(1,1,1,0,X'BF6512101ADCD10E');
INSERT INTO "table_seats" VALUES(1,2,2,0,X'A9436C7986F5E8C0');
INSERT INTO "table_seats" VALUES(2,1,1,0,X'14F428821B8D7865');
INSERT INTO "table_seats" VALUES(2,2,2,0,X'738AEE84B645C114');
INSERT INTO "table_seats" VALUES(3,1,1,0,X'1FE0A654A6441440');
INSERT INTO "table_seats" VALUES(3,2,2,0,X'1E38C8AEFFA929F6');
INSERT INTO "table_seats" VALUES(4,1,1,0,X'47665EBDBE3DB0B3');
INSERT INTO "table_seats" VALUES(4,2,2,0,X'1BCB1159A1E91054');
INSERT INTO "table_seats" VALUES(5,1,1,0,X'0A9C0CE304B31EC0');
INSERT INTO "table_seats" VALUES(5,2,2,0,X'D364FBF3FF7D92C8');
INSERT INTO "table_seats" VALUES(6,1,1,0,X'A8983F930A0C7BFD');
INSERT INTO "table_seats" VALUES(6,2,1006,0,X'169455C3CA425439');
INSERT INTO "table_seats" VALUES(6,3,1007,0,X'ADA891383F9CB2FC');
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	place VARCHAR NOT NULL, 
	host_id BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	message_id BIGINT, 
	match_id INTEGER, 
	rev INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	terms JSON DEFAULT '{}' NOT NULL, 
	position VARCHAR DEFAULT '' NOT NULL, 
	lapsed BOOLEAN DEFAULT 0 NOT NULL, 
	checksum BLOB, 
	CONSTRAINT ck_tables_status CHECK (status IN ('open', 'started', 'cancelled')), 
	CONSTRAINT ck_tables_place CHECK (place IN ('here', 'thread', 'channels')), 
	CONSTRAINT fk_tables_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "tables" VALUES(1,1,26,'replica','2','[["sight", "all"], ["king_power", "none"]]','here',1,'started',NULL,1,2,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}','',0,X'B072AA3C4660D5C3');
INSERT INTO "tables" VALUES(2,1,98,'mutants','2','[["reserve", "draft"]]','here',1,'started',NULL,2,2,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}','',0,X'5A12F704110CE737');
INSERT INTO "tables" VALUES(3,1,58,'apex','2','[["mode", "standard"]]','here',1,'started',NULL,3,2,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}','',0,X'AC12A454B6F16160');
INSERT INTO "tables" VALUES(4,1,26,'replica','2','[["sight", "all"], ["king_power", "none"]]','here',1,'started',NULL,4,2,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}','',0,X'D58E39AF6402933A');
INSERT INTO "tables" VALUES(5,1,10,'replicants','2','[]','here',1,'started',NULL,5,2,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}','',0,X'62334565FFA5CC1D');
INSERT INTO "tables" VALUES(6,100,90,'apex','3','[]','here',1,'started',NULL,12,1,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": false, "pauses": true, "agreed_ends": true, "drawn": false, "league": null}','',0,X'B450A56C5239F6ED');
CREATE TABLE vacations (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	person_id BIGINT NOT NULL, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	announced_at DATETIME NOT NULL, 
	CONSTRAINT ck_vacations_order CHECK (starts_at < ends_at)
);
CREATE TABLE watches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	target_id BIGINT NOT NULL, 
	quiet BOOLEAN NOT NULL, 
	person_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT uq_watches_channel_id_kind_target_id UNIQUE (channel_id, kind, target_id), 
	CONSTRAINT ck_watches_kind CHECK (kind IN ('match', 'player', 'league', 'server', 'puzzle'))
);
CREATE UNIQUE INDEX ix_leagues_key ON leagues (guild_id, "key") WHERE archived_at IS NULL;
CREATE INDEX ix_matches_live ON matches (guild_id) WHERE ended_at IS NULL;
CREATE INDEX ix_matches_ended_at ON matches (ended_at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX ix_matches_guild_id ON matches (guild_id);
CREATE INDEX ix_matches_parked ON matches (guild_id) WHERE status = 'parked';
CREATE UNIQUE INDEX uq_matches_origin ON matches (origin) WHERE origin IS NOT NULL;
CREATE INDEX ix_results_starter ON results (guild_id, starter_id, ended_at);
CREATE INDEX ix_results_finisher ON results (guild_id, finisher_id, ended_at) WHERE finisher_id != starter_id;
CREATE INDEX ix_results_pool ON results (pool_id, pool_no, seat) WHERE pool_no IS NOT NULL;
CREATE INDEX ix_results_best ON results (guild_id, game, mode, category, merit) WHERE merit IS NOT NULL;
CREATE INDEX ix_feature_totals_matches ON feature_totals (guild_id, game, mode, feature, matches);
CREATE INDEX ix_people_gone ON people (id) WHERE account IS NULL;
CREATE INDEX ix_member_names_person_id ON member_names (person_id);
CREATE INDEX ix_puzzle_results_day ON puzzle_results (day) WHERE day > 0;
CREATE INDEX ix_vacations_person_id ON vacations (person_id);
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE INDEX ix_player_settings_hidden ON player_settings (person_id) WHERE appear != 'server';
CREATE INDEX ix_deadlines_due_at ON deadlines (due_at);
CREATE INDEX ix_watches_guild_id_kind_target_id ON watches (guild_id, kind, target_id);
CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);
CREATE INDEX ix_seeks_person_id ON seeks (person_id);
CREATE INDEX ix_seeks_open ON seeks (guild_id, game) WHERE status = 'open';
CREATE INDEX ix_seasons_live ON seasons (guild_id) WHERE closed_at IS NULL;
CREATE INDEX ix_match_seats_live ON match_seats (person_id) WHERE live IS 1;
CREATE UNIQUE INDEX uq_places_busy ON places (channel_id) WHERE busy IS 1;
CREATE INDEX ix_places_channel_id_match_id ON places (channel_id, match_id);
CREATE INDEX ix_events_substitutes ON events (kind, match_id) WHERE kind = 'substitute';
CREATE INDEX ix_rating_changes_later ON rating_changes (pool_id) WHERE kind != 'end';
CREATE INDEX ix_rating_changes_pool_id_pool_no ON rating_changes (pool_id, pool_no);
CREATE INDEX ix_rating_changes_pool_id_person_id ON rating_changes (pool_id, person_id);
CREATE INDEX ix_ratings_person_id ON ratings (person_id);
CREATE INDEX ix_ratings_pool_id_mu ON ratings (pool_id, mu);
CREATE INDEX ix_starts_live ON starts (guild_id) WHERE live IS 1;
CREATE INDEX ix_starts_match_id ON starts (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_outbox_posted ON outbox (channel_id, match_id, kind, seq) WHERE message_id IS NOT NULL;
CREATE UNIQUE INDEX ix_outbox_refresh ON outbox (channel_id) WHERE kind = 'refresh';
CREATE INDEX ix_outbox_due ON outbox (channel_id, id) WHERE done_at IS NULL;
CREATE INDEX ix_silence_log_match_id ON silence_log (match_id);
CREATE INDEX ix_audit_log_match_id ON audit_log (match_id);
CREATE INDEX ix_requests_match_id ON requests (match_id);
CREATE INDEX ix_requests_open ON requests (match_id) WHERE decided_at IS NULL;
CREATE INDEX ix_pairings_match_id ON pairings (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_tables_open ON tables (channel_id) WHERE match_id IS NULL;
CREATE INDEX ix_tables_waiting ON tables (guild_id) WHERE status = 'open';
CREATE INDEX ix_tables_host ON tables (host_id, game, id);
CREATE INDEX ix_tables_match_id ON tables (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_entries_season_id ON entries (season_id);
CREATE INDEX ix_fixtures_season_id_round ON fixtures (season_id, round);
CREATE UNIQUE INDEX ix_fixtures_once ON fixtures (season_id, division, stage, round, leg, board) WHERE board > 0;
CREATE INDEX ix_fixtures_live ON fixtures (guild_id, season_id) WHERE ended_at IS NULL;
CREATE INDEX ix_fixtures_match_id ON fixtures (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_pairing_seats_person_id_pairing_id ON pairing_seats (person_id, pairing_id);
CREATE INDEX ix_pairing_seats_seek_id ON pairing_seats (seek_id);
CREATE INDEX ix_entry_players_person_id ON entry_players (person_id);
CREATE UNIQUE INDEX ix_entry_players_once ON entry_players (season_id, person_id) WHERE until IS NULL;
CREATE INDEX ix_fixture_sides_entry_id ON fixture_sides (entry_id);
CREATE INDEX ix_standings_season_id ON standings (season_id);
CREATE INDEX ix_decisions_season_id ON decisions (season_id);
CREATE UNIQUE INDEX ix_challenges_entry_id ON challenges (entry_id) WHERE decided_at IS NULL;
CREATE UNIQUE INDEX ix_challenges_against ON challenges (against) WHERE decided_at IS NULL;
CREATE INDEX ix_challenges_season_id ON challenges (season_id);
CREATE UNIQUE INDEX ix_alternates_once ON alternates (season_id, person_id) WHERE over_at IS NULL;
CREATE INDEX ix_alternates_season_id ON alternates (season_id);
CREATE INDEX ix_alternates_person_id ON alternates (person_id);
CREATE TRIGGER results_no_update BEFORE UPDATE ON results BEGIN SELECT RAISE(ABORT, 'results are only ever added to'); END;
CREATE TRIGGER results_no_delete BEFORE DELETE ON results BEGIN SELECT RAISE(ABORT, 'results are only ever added to'); END;
CREATE TRIGGER corrections_no_update BEFORE UPDATE ON corrections BEGIN SELECT RAISE(ABORT, 'corrections are only ever added to'); END;
CREATE TRIGGER corrections_no_delete BEFORE DELETE ON corrections BEGIN SELECT RAISE(ABORT, 'corrections are only ever added to'); END;
CREATE TRIGGER erasures_no_update BEFORE UPDATE ON erasures BEGIN SELECT RAISE(ABORT, 'erasures are only ever added to'); END;
CREATE TRIGGER erasures_no_delete BEFORE DELETE ON erasures BEGIN SELECT RAISE(ABORT, 'erasures are only ever added to'); END;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER rating_changes_no_update BEFORE UPDATE ON rating_changes BEGIN SELECT RAISE(ABORT, 'rating_changes are only ever added to'); END;
CREATE TRIGGER rating_changes_no_delete BEFORE DELETE ON rating_changes BEGIN SELECT RAISE(ABORT, 'rating_changes are only ever added to'); END;
CREATE TRIGGER silence_log_no_update BEFORE UPDATE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER silence_log_no_delete BEFORE DELETE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE TRIGGER decisions_no_update BEFORE UPDATE ON decisions BEGIN SELECT RAISE(ABORT, 'decisions are only ever added to'); END;
CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions BEGIN SELECT RAISE(ABORT, 'decisions are only ever added to'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('people',1007);
INSERT INTO "sqlite_sequence" VALUES('tables',6);
INSERT INTO "sqlite_sequence" VALUES('outbox',92);
INSERT INTO "sqlite_sequence" VALUES('matches',12);
INSERT INTO "sqlite_sequence" VALUES('pools',1);
INSERT INTO "sqlite_sequence" VALUES('rating_changes',2);
INSERT INTO "sqlite_sequence" VALUES('leagues',1);
INSERT INTO "sqlite_sequence" VALUES('seasons',1);
INSERT INTO "sqlite_sequence" VALUES('entries',4);
INSERT INTO "sqlite_sequence" VALUES('fixtures',6);
INSERT INTO "sqlite_sequence" VALUES('starts',6);
INSERT INTO "sqlite_sequence" VALUES('erasures',1);
COMMIT;
