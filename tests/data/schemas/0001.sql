BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE deadlines (
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	due_at DATETIME NOT NULL, 
	payload JSON, 
	CONSTRAINT pk_deadlines PRIMARY KEY (kind, "key")
)
 WITHOUT ROWID

;
CREATE TABLE events (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER, 
	user_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	choices JSON, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (match_id, seq), 
	CONSTRAINT ck_events_kind CHECK (kind IN ('turn', 'joint', 'forfeit')), 
	CONSTRAINT fk_events_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1,1,'turn',1,1,'E/2E7D6/D7+',NULL,'2026-01-01 01:00:00.000000');
INSERT INTO "events" VALUES(1,2,'turn',2,2,'E/2D2D3/F3+',NULL,'2026-01-01 02:00:00.000000');
INSERT INTO "events" VALUES(1,3,'turn',1,1,'E/2C7/D8-',NULL,'2026-01-01 03:00:00.000000');
INSERT INTO "events" VALUES(1,4,'turn',2,2,'E/2G3/D3-',NULL,'2026-01-01 04:00:00.000000');
INSERT INTO "events" VALUES(1,5,'turn',1,1,'E/2B6/D6+',NULL,'2026-01-01 05:00:00.000000');
INSERT INTO "events" VALUES(1,6,'turn',2,2,'E/1F3/D3-',NULL,'2026-01-01 06:00:00.000000');
INSERT INTO "events" VALUES(1,7,'turn',1,1,'E/!4E7/D6+',NULL,'2026-01-01 07:00:00.000000');
INSERT INTO "events" VALUES(1,8,'turn',2,2,'E/!3F4/F3-',NULL,'2026-01-01 08:00:00.000000');
INSERT INTO "events" VALUES(1,9,'turn',1,1,'E/2B5/D8-',NULL,'2026-01-01 09:00:00.000000');
INSERT INTO "events" VALUES(2,1,'turn',1,1,'E/2C6/C6-',NULL,'2026-01-01 09:00:00.000000');
INSERT INTO "events" VALUES(2,2,'forfeit',1,1,'F',NULL,'2026-01-01 09:00:00.000000');
CREATE TABLE match_seats (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	team INTEGER, 
	live BOOLEAN NOT NULL, 
	CONSTRAINT pk_match_seats PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_match_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT uq_match_seats_match_id_user_id UNIQUE (match_id, user_id)
)
 WITHOUT ROWID

;
INSERT INTO "match_seats" VALUES(1,1,1,'Ann',NULL,1);
INSERT INTO "match_seats" VALUES(1,2,2,'Bob',NULL,1);
INSERT INTO "match_seats" VALUES(2,1,1,'Ann',NULL,0);
INSERT INTO "match_seats" VALUES(2,2,2,'Bob',NULL,0);
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
	CONSTRAINT ck_matches_ended CHECK ((status = 'over') = (ended_at IS NOT NULL)), 
	CONSTRAINT ck_matches_status CHECK (status IN ('running', 'parked', 'over'))
);
INSERT INTO "matches" VALUES(1,100,210,'replicants',1,'2','[]','1','',X'84DCC68F9C3F96016ACA81AFB1A4CC47','running',9,'[2]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "matches" VALUES(2,100,220,'replicants',1,'2','[]','1','',X'CABE5DB6EADF0FCAA7149180917B517D','over',2,'[]','{"ranks": [2, 1], "code": "F", "termination": "forfeit"}',NULL,1,'2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000');
CREATE TABLE notes (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "notes" VALUES('commands','as they were');
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	channel_id BIGINT NOT NULL, 
	payload JSON NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before DATETIME, 
	created_at DATETIME NOT NULL, 
	done_at DATETIME, 
	message_id BIGINT, 
	CONSTRAINT ck_outbox_kind CHECK (kind IN ('board', 'status', 'ended', 'notice')), 
	CONSTRAINT fk_outbox_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "outbox" VALUES(1,1,0,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 02:00:00.000000',1001);
INSERT INTO "outbox" VALUES(2,1,0,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 03:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(3,1,1,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 01:00:00.000000','2026-01-01 04:00:00.000000',1003);
INSERT INTO "outbox" VALUES(4,1,1,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 01:00:00.000000','2026-01-01 05:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(5,1,2,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 06:00:00.000000',1005);
INSERT INTO "outbox" VALUES(6,1,2,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 07:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(7,1,3,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 03:00:00.000000','2026-01-01 08:00:00.000000',1007);
INSERT INTO "outbox" VALUES(8,1,3,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 03:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(9,1,4,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 04:00:00.000000','2026-01-01 09:00:00.000000',1009);
INSERT INTO "outbox" VALUES(10,1,4,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 04:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(11,1,5,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 09:00:00.000000',1011);
INSERT INTO "outbox" VALUES(12,1,5,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(13,1,6,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 06:00:00.000000','2026-01-01 09:00:00.000000',1013);
INSERT INTO "outbox" VALUES(14,1,6,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 06:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(15,1,7,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 07:00:00.000000','2026-01-01 09:00:00.000000',1015);
INSERT INTO "outbox" VALUES(16,1,7,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 07:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(17,1,8,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 08:00:00.000000','2026-01-01 09:00:00.000000',1017);
INSERT INTO "outbox" VALUES(18,1,8,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 08:00:00.000000','2026-01-01 09:06:00.000000',NULL);
INSERT INTO "outbox" VALUES(19,1,9,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:06:00.000000',1019);
INSERT INTO "outbox" VALUES(20,1,9,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:06:00.000000',1020);
INSERT INTO "outbox" VALUES(21,2,0,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000',1021);
INSERT INTO "outbox" VALUES(22,2,0,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(23,2,1,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000',1023);
INSERT INTO "outbox" VALUES(24,2,1,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(25,2,2,'ended',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 09:00:00.000000',1025);
CREATE TABLE places (
	match_id INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	channel_id BIGINT NOT NULL, 
	busy BOOLEAN NOT NULL, 
	CONSTRAINT pk_places PRIMARY KEY (match_id, role), 
	CONSTRAINT fk_places_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "places" VALUES(1,'board',210,1);
INSERT INTO "places" VALUES(2,'board',220,0);
CREATE TABLE player_settings (
	user_id BIGINT NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN, 
	language VARCHAR, 
	text_boards BOOLEAN NOT NULL, 
	ping BOOLEAN NOT NULL, 
	CONSTRAINT pk_player_settings PRIMARY KEY (user_id)
);
INSERT INTO "player_settings" VALUES(1,NULL,NULL,NULL,1,1);
CREATE TABLE sealed_choices (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_sealed_choices PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_sealed_choices_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE server_settings (
	guild_id BIGINT NOT NULL, 
	silence_blocks_start BOOLEAN NOT NULL, 
	transcript_days INTEGER NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN NOT NULL, 
	language VARCHAR, 
	CONSTRAINT pk_server_settings PRIMARY KEY (guild_id)
);
INSERT INTO "server_settings" VALUES(100,0,7,'standard',1,'en');
CREATE TABLE silence_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	match_id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	channel_id BIGINT, 
	user_id BIGINT, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT fk_silence_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE table_seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name VARCHAR NOT NULL, 
	invited BOOLEAN NOT NULL, 
	CONSTRAINT pk_table_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_table_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_table_seats_table_id_user_id UNIQUE (table_id, user_id)
)
 WITHOUT ROWID

;
INSERT INTO "table_seats" VALUES(1,1,1,'Ann',0);
INSERT INTO "table_seats" VALUES(1,2,2,'Bob',0);
INSERT INTO "table_seats" VALUES(2,1,1,'Ann',0);
INSERT INTO "table_seats" VALUES(2,2,2,'Bob',0);
INSERT INTO "table_seats" VALUES(3,1,5,'Eve',0);
INSERT INTO "table_seats" VALUES(3,2,NULL,'',0);
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	place VARCHAR NOT NULL, 
	host_id BIGINT NOT NULL, 
	host_name VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	message_id BIGINT, 
	match_id INTEGER, 
	rev INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT ck_tables_place CHECK (place IN ('here', 'thread', 'channels')), 
	CONSTRAINT ck_tables_status CHECK (status IN ('open', 'started', 'cancelled')), 
	CONSTRAINT fk_tables_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "tables" VALUES(1,100,210,'replicants','2','[]','here',1,'Ann','started',NULL,1,2,'2026-01-01 00:00:00.000000');
INSERT INTO "tables" VALUES(2,100,220,'replicants','2','[]','here',1,'Ann','started',NULL,2,2,'2026-01-01 09:00:00.000000');
INSERT INTO "tables" VALUES(3,100,999,'replicants','2','[]','here',5,'Eve','open',NULL,NULL,0,'2026-01-01 09:00:00.000000');
CREATE INDEX ix_deadlines_due_at ON deadlines (due_at);
CREATE INDEX ix_matches_live ON matches (guild_id) WHERE ended_at IS NULL;
CREATE INDEX ix_match_seats_live ON match_seats (user_id) WHERE live IS 1;
CREATE INDEX ix_outbox_due ON outbox (channel_id, id) WHERE done_at IS NULL;
CREATE INDEX ix_outbox_posted ON outbox (channel_id, match_id, kind, seq) WHERE message_id IS NOT NULL;
CREATE INDEX ix_places_channel_id_match_id ON places (channel_id, match_id);
CREATE UNIQUE INDEX uq_places_busy ON places (channel_id) WHERE busy IS 1;
CREATE INDEX ix_silence_log_match_id ON silence_log (match_id);
CREATE INDEX ix_tables_open ON tables (channel_id) WHERE match_id IS NULL;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER silence_log_no_update BEFORE UPDATE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER silence_log_no_delete BEFORE DELETE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',3);
INSERT INTO "sqlite_sequence" VALUES('matches',2);
INSERT INTO "sqlite_sequence" VALUES('outbox',25);
COMMIT;
