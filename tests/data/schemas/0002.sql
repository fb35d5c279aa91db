BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE audit_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	match_id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT fk_audit_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "audit_log" VALUES(1,100,1,'asked',1,'{"days": 2, "asked": [2], "request": 1, "kind": "pause", "seat": 1}','2026-01-02 04:00:00.000000');
CREATE TABLE commitments (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	salt BLOB NOT NULL, 
	text VARCHAR NOT NULL, 
	revealed BOOLEAN NOT NULL, 
	CONSTRAINT pk_commitments PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_commitments_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "commitments" VALUES(3,3,1,X'35932A4E063AEE993E357C4A74683114','10E-13',1);
INSERT INTO "commitments" VALUES(3,3,2,X'1D875DB0E70853AE9419EBD8FD4D6B02','26X-28',1);
INSERT INTO "commitments" VALUES(3,6,1,X'1EE49BECC9B5A13DB0EC3B501F8ABEA2','22W-29',0);
CREATE TABLE deadlines (
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	due_at DATETIME NOT NULL, 
	payload JSON, 
	CONSTRAINT pk_deadlines PRIMARY KEY (kind, "key")
)
 WITHOUT ROWID

;
INSERT INTO "deadlines" VALUES('clock','1','2026-01-03 09:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','2','2026-01-03 20:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','3','2026-01-04 03:00:00.000000',NULL);
INSERT INTO "deadlines" VALUES('idle','','2026-01-03 00:00:00.000000','{"since": "2026-01-01T00:00:00+00:00"}');
INSERT INTO "deadlines" VALUES('nudge','1:2','2026-01-02 09:00:00.000000','{"decision": "2026-01-01T09:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','2:2','2026-01-02 20:00:00.000000','{"decision": "2026-01-01T20:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','3:2','2026-01-03 03:00:00.000000','{"decision": "2026-01-02T03:00:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('outbox-pruning','','2026-01-03 04:00:00.000000',NULL);
CREATE TABLE events (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER, 
	user_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	choices JSON, 
	at DATETIME NOT NULL, 
	data JSON, 
	CONSTRAINT pk_events PRIMARY KEY (match_id, seq), 
	CONSTRAINT ck_events_kind CHECK (kind IN ('turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position')), 
	CONSTRAINT fk_events_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1,1,'turn',1,1,'E/2E7D6/D7+',NULL,'2026-01-01 01:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,2,'turn',2,2,'E/2D2D3/F3+',NULL,'2026-01-01 02:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,3,'turn',1,1,'E/2C7/D8-',NULL,'2026-01-01 03:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,4,'turn',2,2,'E/2G3/D3-',NULL,'2026-01-01 04:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,5,'turn',1,1,'E/2B6/D6+',NULL,'2026-01-01 05:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,6,'turn',2,2,'E/1F3/D3-',NULL,'2026-01-01 06:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,7,'turn',1,1,'E/!4E7/D6+',NULL,'2026-01-01 07:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,8,'turn',2,2,'E/!3F4/F3-',NULL,'2026-01-01 08:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,9,'turn',1,1,'E/2B5/D8-',NULL,'2026-01-01 09:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,1,'turn',1,1,'c1=K',NULL,'2026-01-01 10:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,2,'turn',2,2,'e8-d7',NULL,'2026-01-01 11:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,3,'turn',1,1,'b1-e1',NULL,'2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,4,'turn',2,2,'d7-d6',NULL,'2026-01-01 13:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,5,'turn',1,1,'a1-a5',NULL,'2026-01-01 14:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,6,'turn',2,2,'h8-h4',NULL,'2026-01-01 15:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,7,'turn',1,1,'e1-e2',NULL,'2026-01-01 16:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,8,'turn',2,2,'e7-d7',NULL,'2026-01-01 17:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,9,'turn',1,1,'b3-b5',NULL,'2026-01-01 18:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,10,'turn',2,2,'d6-c6',NULL,'2026-01-01 19:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,11,'turn',1,1,'b5xc6',NULL,'2026-01-01 20:00:00.000000',NULL);
INSERT INTO "events" VALUES(3,1,'turn',1,1,'HUM@H2',NULL,'2026-01-01 21:00:00.000000',NULL);
INSERT INTO "events" VALUES(3,2,'turn',2,2,'CIR@H1',NULL,'2026-01-01 22:00:00.000000',NULL);
INSERT INTO "events" VALUES(3,3,'joint',2,2,'10E-13/26X-28','[[1, "10E-13"], [2, "26X-28"]]','2026-01-02 00:00:00.000000',NULL);
INSERT INTO "events" VALUES(3,4,'turn',2,2,'PORT H1>A2 x4',NULL,'2026-01-02 01:00:00.000000',NULL);
INSERT INTO "events" VALUES(3,5,'turn',2,2,'PROD H1',NULL,'2026-01-02 02:00:00.000000',NULL);
INSERT INTO "events" VALUES(3,6,'turn',2,2,'PROD H1/-',NULL,'2026-01-02 03:00:00.000000',NULL);
INSERT INTO "events" VALUES(4,1,'turn',1,1,'E/2F8F7/F7-',NULL,'2026-01-02 04:00:00.000000',NULL);
INSERT INTO "events" VALUES(4,2,'forfeit',1,1,'F',NULL,'2026-01-02 04:00:00.000000',NULL);
CREATE TABLE imports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT, 
	user_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL
);
INSERT INTO "imports" VALUES(1,100,5,'[Game "replica"]
[Mode "2"]

1. c1=K e8-d7
2. b1-e1 d7-d6
3. a1-a5 h8-h4
4. e1-e2 e7-d7
5. b3-b5 d6-c6
6. b5xc6
','2026-01-02 04:00:00.000000');
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
INSERT INTO "match_seats" VALUES(2,1,1,'Ann',NULL,1);
INSERT INTO "match_seats" VALUES(2,2,2,'Bob',NULL,1);
INSERT INTO "match_seats" VALUES(3,1,1,'Ann',NULL,1);
INSERT INTO "match_seats" VALUES(3,2,2,'Bob',NULL,1);
INSERT INTO "match_seats" VALUES(4,1,1,'Ann',NULL,0);
INSERT INTO "match_seats" VALUES(4,2,2,'Bob',NULL,0);
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
	ended_at DATETIME, terms JSON DEFAULT '{}' NOT NULL, clock JSON, paused JSON, 
	CONSTRAINT ck_matches_ended CHECK ((status = 'over') = (ended_at IS NOT NULL)), 
	CONSTRAINT ck_matches_status CHECK (status IN ('running', 'parked', 'over'))
);
INSERT INTO "matches" VALUES(1,100,210,'replicants',1,'2','[]','1','',X'C2D17CA7F56EC7940FDC989AE78B8DEA','running',9,'[2]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 09:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 169200.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 172800.0, "full": 172800.0, "spare": 169200.0, "since": "2026-01-01T09:00:00+00:00", "began": "2026-01-01T09:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null}',NULL);
INSERT INTO "matches" VALUES(2,100,220,'replica',1,'2','[]','','',X'316BDAE519C073C5D90AA86AA1FE5316','running',11,'[2]',NULL,NULL,1,'2026-01-01 09:00:00.000000','2026-01-01 20:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 169200.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 172800.0, "full": 172800.0, "spare": 169200.0, "since": "2026-01-01T20:00:00+00:00", "began": "2026-01-01T20:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null}',NULL);
INSERT INTO "matches" VALUES(3,100,230,'apex',1,'2','[]','1','',X'38BC18E8F1CE4FAAA7FFC189EAE77BF2','running',6,'[2]',NULL,NULL,1,'2026-01-01 20:00:00.000000','2026-01-02 03:00:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 169200.0, "since": "2026-01-02T03:00:00+00:00", "began": "2026-01-02T03:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": {"left": 172800.0, "full": 172800.0, "spare": 169200.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}}, {"left": 172800.0, "full": 172800.0, "spare": 162000.0, "since": "2026-01-02T03:00:00+00:00", "began": "2026-01-02T03:00:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null}',NULL);
INSERT INTO "matches" VALUES(4,100,240,'replicants',1,'2','[]','1','',X'3225112AEB573771D5B0E2A729C6BE8C','over',2,'[]','{"ranks": [2, 1], "code": "F", "termination": "forfeit"}',NULL,1,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 172800.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 172800.0, "full": 172800.0, "spare": 172800.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": "2026-01-02T04:00:00+00:00"}',NULL);
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
	CONSTRAINT ck_outbox_kind CHECK (kind IN ('board', 'status', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed')), 
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
INSERT INTO "outbox" VALUES(12,1,5,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 10:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(13,1,6,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 06:00:00.000000','2026-01-01 11:00:00.000000',1013);
INSERT INTO "outbox" VALUES(14,1,6,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 06:00:00.000000','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(15,1,7,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 07:00:00.000000','2026-01-01 13:00:00.000000',1015);
INSERT INTO "outbox" VALUES(16,1,7,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 07:00:00.000000','2026-01-01 14:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(17,1,8,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 08:00:00.000000','2026-01-01 15:00:00.000000',1017);
INSERT INTO "outbox" VALUES(18,1,8,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 08:00:00.000000','2026-01-01 16:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(19,1,9,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 17:00:00.000000',1019);
INSERT INTO "outbox" VALUES(20,1,9,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 18:00:00.000000',1020);
INSERT INTO "outbox" VALUES(21,2,0,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 11:00:00.000000',1021);
INSERT INTO "outbox" VALUES(22,2,0,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(23,2,1,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 10:00:00.000000','2026-01-01 13:00:00.000000',1023);
INSERT INTO "outbox" VALUES(24,2,1,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 10:00:00.000000','2026-01-01 14:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(25,2,2,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 11:00:00.000000','2026-01-01 15:00:00.000000',1025);
INSERT INTO "outbox" VALUES(26,2,2,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 11:00:00.000000','2026-01-01 16:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(27,2,3,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 12:00:00.000000','2026-01-01 17:00:00.000000',1027);
INSERT INTO "outbox" VALUES(28,2,3,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 12:00:00.000000','2026-01-01 18:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(29,2,4,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 13:00:00.000000','2026-01-01 19:00:00.000000',1029);
INSERT INTO "outbox" VALUES(30,2,4,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 13:00:00.000000','2026-01-01 20:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(31,2,5,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 14:00:00.000000','2026-01-01 20:00:00.000000',1031);
INSERT INTO "outbox" VALUES(32,2,5,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 14:00:00.000000','2026-01-01 20:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(33,2,6,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 15:00:00.000000','2026-01-01 20:00:00.000000',1033);
INSERT INTO "outbox" VALUES(34,2,6,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 15:00:00.000000','2026-01-01 21:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(35,2,7,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 16:00:00.000000','2026-01-01 22:00:00.000000',1035);
INSERT INTO "outbox" VALUES(36,2,7,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 16:00:00.000000','2026-01-01 23:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(37,2,8,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 17:00:00.000000','2026-01-02 00:00:00.000000',1037);
INSERT INTO "outbox" VALUES(38,2,8,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 17:00:00.000000','2026-01-02 01:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(39,2,9,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 18:00:00.000000','2026-01-02 02:00:00.000000',1039);
INSERT INTO "outbox" VALUES(40,2,9,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 18:00:00.000000','2026-01-02 03:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(41,2,10,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 19:00:00.000000','2026-01-02 04:00:00.000000',1041);
INSERT INTO "outbox" VALUES(42,2,10,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 19:00:00.000000','2026-01-02 04:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(43,2,11,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-02 04:00:00.000000',1043);
INSERT INTO "outbox" VALUES(44,2,11,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-02 04:00:00.000000',1044);
INSERT INTO "outbox" VALUES(45,3,0,'board',230,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-01 22:00:00.000000',1045);
INSERT INTO "outbox" VALUES(46,3,0,'status',230,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-01 23:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(47,3,1,'board',230,'{"role": "board"}',0,NULL,'2026-01-01 21:00:00.000000','2026-01-02 00:00:00.000000',1047);
INSERT INTO "outbox" VALUES(48,3,1,'status',230,'{"role": "board"}',0,NULL,'2026-01-01 21:00:00.000000','2026-01-02 01:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(49,3,2,'board',230,'{"role": "board"}',0,NULL,'2026-01-01 22:00:00.000000','2026-01-02 02:00:00.000000',1049);
INSERT INTO "outbox" VALUES(50,3,2,'status',230,'{"role": "board"}',0,NULL,'2026-01-01 22:00:00.000000','2026-01-02 03:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(51,3,2,'sealed',230,'{"decision": 3}',0,NULL,'2026-01-01 23:00:00.000000','2026-01-02 04:00:00.000000',1051);
INSERT INTO "outbox" VALUES(52,3,3,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 00:00:00.000000','2026-01-02 04:00:00.000000',1052);
INSERT INTO "outbox" VALUES(53,3,3,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 00:00:00.000000','2026-01-02 04:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(54,3,3,'sealed',230,'{"decision": 3}',0,NULL,'2026-01-02 00:00:00.000000','2026-01-02 04:00:00.000000',1054);
INSERT INTO "outbox" VALUES(55,3,4,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 01:00:00.000000','2026-01-02 04:00:00.000000',1055);
INSERT INTO "outbox" VALUES(56,3,4,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 01:00:00.000000','2026-01-02 04:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(57,3,5,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 02:00:00.000000','2026-01-02 04:00:00.000000',1057);
INSERT INTO "outbox" VALUES(58,3,5,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 02:00:00.000000','2026-01-02 04:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(59,3,6,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 03:00:00.000000','2026-01-02 04:00:00.000000',1059);
INSERT INTO "outbox" VALUES(60,3,6,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 03:00:00.000000','2026-01-02 04:00:00.000000',1060);
INSERT INTO "outbox" VALUES(61,3,6,'sealed',230,'{"decision": 6}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1061);
INSERT INTO "outbox" VALUES(62,4,0,'board',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1062);
INSERT INTO "outbox" VALUES(63,4,0,'status',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(64,4,1,'board',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1064);
INSERT INTO "outbox" VALUES(65,4,1,'status',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',NULL);
INSERT INTO "outbox" VALUES(66,4,2,'ended',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1066);
INSERT INTO "outbox" VALUES(67,1,9,'request',210,'{"request": 1}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1067);
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
INSERT INTO "places" VALUES(2,'board',220,1);
INSERT INTO "places" VALUES(3,'board',230,1);
INSERT INTO "places" VALUES(4,'board',240,0);
CREATE TABLE plans (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	tree JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_plans PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_plans_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "plans" VALUES(2,1,1,11,'[["h4-g4", [["c1-e1", []]]]]','2026-01-02 04:00:00.000000');
CREATE TABLE player_settings (
	user_id BIGINT NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN, 
	language VARCHAR, 
	text_boards BOOLEAN NOT NULL, 
	ping BOOLEAN NOT NULL, nudges VARCHAR DEFAULT 'channel' NOT NULL, zone VARCHAR, quiet_from INTEGER, quiet_until INTEGER, free_weekends BOOLEAN DEFAULT 0 NOT NULL, digest_hour INTEGER, 
	CONSTRAINT pk_player_settings PRIMARY KEY (user_id)
);
INSERT INTO "player_settings" VALUES(1,NULL,NULL,NULL,1,1,'channel',NULL,NULL,NULL,0,NULL);
CREATE TABLE requests (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	detail JSON NOT NULL, 
	agreed JSON NOT NULL, 
	status VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	decided_at DATETIME, 
	CONSTRAINT ck_requests_status CHECK (status IN ('open', 'accepted', 'refused', 'withdrawn', 'outdated')), 
	CONSTRAINT fk_requests_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "requests" VALUES(1,1,9,'pause',1,1,'{"days": 2, "asked": [2]}','[]','open','2026-01-02 04:00:00.000000',NULL);
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
INSERT INTO "sealed_choices" VALUES(3,6,1,'22W-29','2026-01-02 04:00:00.000000');
CREATE TABLE server_settings (
	guild_id BIGINT NOT NULL, 
	silence_blocks_start BOOLEAN NOT NULL, 
	transcript_days INTEGER NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN NOT NULL, 
	language VARCHAR, organiser_role_id BIGINT, 
	CONSTRAINT pk_server_settings PRIMARY KEY (guild_id)
);
INSERT INTO "server_settings" VALUES(100,0,7,'standard',1,'en',NULL);
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
INSERT INTO "table_seats" VALUES(3,1,1,'Ann',0);
INSERT INTO "table_seats" VALUES(3,2,2,'Bob',0);
INSERT INTO "table_seats" VALUES(4,1,1,'Ann',0);
INSERT INTO "table_seats" VALUES(4,2,2,'Bob',0);
INSERT INTO "table_seats" VALUES(5,1,5,'Eve',0);
INSERT INTO "table_seats" VALUES(5,2,NULL,'',0);
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
	created_at DATETIME NOT NULL, terms JSON DEFAULT '{}' NOT NULL, position VARCHAR DEFAULT '' NOT NULL, 
	CONSTRAINT ck_tables_place CHECK (place IN ('here', 'thread', 'channels')), 
	CONSTRAINT ck_tables_status CHECK (status IN ('open', 'started', 'cancelled')), 
	CONSTRAINT fk_tables_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "tables" VALUES(1,100,210,'replicants','2','[]','here',1,'Ann','started',NULL,1,2,'2026-01-01 00:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','');
INSERT INTO "tables" VALUES(2,100,220,'replica','2','[]','here',1,'Ann','started',NULL,2,2,'2026-01-01 09:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','');
INSERT INTO "tables" VALUES(3,100,230,'apex','2','[]','here',1,'Ann','started',NULL,3,2,'2026-01-01 20:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','');
INSERT INTO "tables" VALUES(4,100,240,'replicants','2','[]','here',1,'Ann','started',NULL,4,2,'2026-01-02 04:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','');
INSERT INTO "tables" VALUES(5,100,999,'replicants','2','[]','here',5,'Eve','open',NULL,NULL,0,'2026-01-02 04:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','');
CREATE TABLE vacations (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id BIGINT NOT NULL, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	announced_at DATETIME NOT NULL, 
	CONSTRAINT ck_vacations_order CHECK (starts_at < ends_at)
);
INSERT INTO "vacations" VALUES(1,5,'2026-01-05 00:00:00.000000','2026-01-09 00:00:00.000000','2026-01-02 04:00:00.000000');
CREATE TABLE watches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	target_id BIGINT NOT NULL, 
	quiet BOOLEAN NOT NULL, 
	user_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT ck_watches_kind CHECK (kind IN ('match', 'player', 'league', 'server')), 
	CONSTRAINT uq_watches_channel_id_kind_target_id UNIQUE (channel_id, kind, target_id)
);
INSERT INTO "watches" VALUES(1,100,777,'match',1,1,5,'2026-01-02 04:00:00.000000');
CREATE INDEX ix_deadlines_due_at ON deadlines (due_at);
CREATE INDEX ix_matches_live ON matches (guild_id) WHERE ended_at IS NULL;
CREATE INDEX ix_match_seats_live ON match_seats (user_id) WHERE live IS 1;
CREATE INDEX ix_places_channel_id_match_id ON places (channel_id, match_id);
CREATE UNIQUE INDEX uq_places_busy ON places (channel_id) WHERE busy IS 1;
CREATE INDEX ix_silence_log_match_id ON silence_log (match_id);
CREATE INDEX ix_tables_open ON tables (channel_id) WHERE match_id IS NULL;
CREATE TRIGGER silence_log_no_update BEFORE UPDATE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER silence_log_no_delete BEFORE DELETE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE INDEX ix_outbox_due ON outbox (channel_id, id) WHERE done_at IS NULL;
CREATE INDEX ix_outbox_posted ON outbox (channel_id, match_id, kind, seq) WHERE message_id IS NOT NULL;
CREATE INDEX ix_requests_match_id ON requests (match_id);
CREATE INDEX ix_requests_open ON requests (match_id) WHERE decided_at IS NULL;
CREATE INDEX ix_vacations_user_id ON vacations (user_id);
CREATE INDEX ix_watches_guild_id_kind_target_id ON watches (guild_id, kind, target_id);
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE INDEX ix_audit_log_match_id ON audit_log (match_id);
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',67);
INSERT INTO "sqlite_sequence" VALUES('tables',5);
INSERT INTO "sqlite_sequence" VALUES('matches',4);
INSERT INTO "sqlite_sequence" VALUES('requests',1);
INSERT INTO "sqlite_sequence" VALUES('audit_log',1);
INSERT INTO "sqlite_sequence" VALUES('vacations',1);
INSERT INTO "sqlite_sequence" VALUES('watches',1);
INSERT INTO "sqlite_sequence" VALUES('imports',1);
COMMIT;
