BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE audit_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	match_id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, checksum BLOB, 
	CONSTRAINT fk_audit_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "audit_log" VALUES(1,100,1,'asked',1,'{"days": 2, "asked": [2], "request": 1, "kind": "pause", "seat": 1}','2026-01-02 04:00:00.000000',X'9C1EE3715F56D3D5');
CREATE TABLE commitments (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	salt BLOB NOT NULL, 
	text VARCHAR NOT NULL, 
	revealed BOOLEAN NOT NULL, checksum BLOB, 
	CONSTRAINT pk_commitments PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_commitments_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "commitments" VALUES(3,3,1,X'A8AA445E1C6F866DDFD02BCBF7C9D1FD','15E-18',1,X'E7097239D3620AF1');
INSERT INTO "commitments" VALUES(3,3,2,X'B94D593E625E7B5A6A67E119FDC2CEF9','20X-26',1,X'F788725E3226367B');
INSERT INTO "commitments" VALUES(3,6,1,X'43C4611AE827585221DBC0C8275B5CC2','6C-13',1,X'F555A5E932D3E076');
INSERT INTO "commitments" VALUES(3,6,2,X'F7EE1C6E334572DC7427A6AFBFF899C4','29X-3',1,X'CEB14C836C3D88AB');
INSERT INTO "commitments" VALUES(3,9,1,X'5048ED09B5063A2868310597A6F0D20D','8E-23',1,X'C3D581A382156ABD');
INSERT INTO "commitments" VALUES(3,9,2,X'82D7568D0C5B893D107267FBC7D6A9B4','4C-16',1,X'E55A95910D8DC12C');
INSERT INTO "commitments" VALUES(3,12,1,X'80E16900E1C6ED844FF94873410CB30C','1W-19',0,X'7C5E8BA667E31393');
CREATE TABLE deadlines (
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	due_at DATETIME NOT NULL, 
	payload JSON, 
	CONSTRAINT pk_deadlines PRIMARY KEY (kind, "key")
)
 WITHOUT ROWID

;
INSERT INTO "deadlines" VALUES('clock','1','2026-01-04 06:03:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','2','2026-01-04 06:07:00.000000',NULL);
INSERT INTO "deadlines" VALUES('clock','3','2026-01-04 06:13:00.000000',NULL);
INSERT INTO "deadlines" VALUES('idle','','2026-01-03 00:00:00.000000','{"since": "2026-01-01T00:00:00+00:00"}');
INSERT INTO "deadlines" VALUES('nudge','1:2','2026-01-03 06:03:00.000000','{"decision": "2026-01-02T06:03:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','2:2','2026-01-03 06:07:00.000000','{"decision": "2026-01-02T06:07:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('nudge','3:2','2026-01-03 06:13:00.000000','{"decision": "2026-01-02T06:13:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('outbox-pruning','','2026-01-03 04:00:00.000000',NULL);
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
INSERT INTO "dropped_choices" VALUES(3,12,'6d7adade6a2ce94f2e4dbae0559713c907e32ffaa9dbed767e851f4be7380256',1,'handed-over',X'DC46DFE1982DB686');
CREATE TABLE events (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER, 
	user_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	choices JSON, 
	at DATETIME NOT NULL, 
	data JSON, checksum BLOB, 
	CONSTRAINT pk_events PRIMARY KEY (match_id, seq), 
	CONSTRAINT ck_events_kind CHECK (kind IN ('turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position')), 
	CONSTRAINT fk_events_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1,1,'turn',1,1,'E/2E7D6/D7+',NULL,'2026-01-01 01:00:00.000000',NULL,X'C2253CAA9D12025F');
INSERT INTO "events" VALUES(1,2,'turn',2,2,'E/2D2D3/F3+',NULL,'2026-01-01 02:00:00.000000',NULL,X'CAFFA34EB8B5B334');
INSERT INTO "events" VALUES(1,3,'turn',1,1,'E/2C7/D8-',NULL,'2026-01-01 03:00:00.000000',NULL,X'D9AC17B97A9DE2C5');
INSERT INTO "events" VALUES(1,4,'turn',2,2,'E/2G3/D3-',NULL,'2026-01-01 04:00:00.000000',NULL,X'434700172BB21385');
INSERT INTO "events" VALUES(1,5,'turn',1,1,'E/2B6/D6+',NULL,'2026-01-01 05:00:00.000000',NULL,X'CC3FD54DB618D38E');
INSERT INTO "events" VALUES(1,6,'turn',2,2,'E/1F3/D3-',NULL,'2026-01-01 06:00:00.000000',NULL,X'33025B2379D993CC');
INSERT INTO "events" VALUES(1,7,'turn',1,1,'E/!4E7/D6+',NULL,'2026-01-01 07:00:00.000000',NULL,X'9222D792AEDD4E59');
INSERT INTO "events" VALUES(1,8,'turn',2,2,'E/!3F4/F3-',NULL,'2026-01-01 08:00:00.000000',NULL,X'08E2A7F8A22B3591');
INSERT INTO "events" VALUES(1,9,'turn',1,1,'E/2B5/D8-',NULL,'2026-01-01 09:00:00.000000',NULL,X'6EC437D979C59C05');
INSERT INTO "events" VALUES(1,10,'turn',2,2,'E/2H4/F2-',NULL,'2026-01-02 06:00:00.000000',NULL,X'AA90D829C8E766C0');
INSERT INTO "events" VALUES(1,11,'turn',1,1,'E/2G8/D6-',NULL,'2026-01-02 06:01:00.000000',NULL,X'5C782BC052EEB633');
INSERT INTO "events" VALUES(1,12,'turn',2,2,'E/2C3/F3+',NULL,'2026-01-02 06:02:00.000000',NULL,X'7244E05E7B9A943B');
INSERT INTO "events" VALUES(1,13,'turn',1,1,'E/2D6C6/F9+',NULL,'2026-01-02 06:03:00.000000',NULL,X'997C50C15712C54B');
INSERT INTO "events" VALUES(2,1,'turn',1,1,'c1=K',NULL,'2026-01-01 10:00:00.000000',NULL,X'D212914950278407');
INSERT INTO "events" VALUES(2,2,'turn',2,2,'e8-d7',NULL,'2026-01-01 11:00:00.000000',NULL,X'F5818D8A74B3DF44');
INSERT INTO "events" VALUES(2,3,'turn',1,1,'b1-e1',NULL,'2026-01-01 12:00:00.000000',NULL,X'EF682F2850CE577E');
INSERT INTO "events" VALUES(2,4,'turn',2,2,'d7-d6',NULL,'2026-01-01 13:00:00.000000',NULL,X'649BCC686460C535');
INSERT INTO "events" VALUES(2,5,'turn',1,1,'a1-a5',NULL,'2026-01-01 14:00:00.000000',NULL,X'6C10B1B6DE12601F');
INSERT INTO "events" VALUES(2,6,'turn',2,2,'h8-h4',NULL,'2026-01-01 15:00:00.000000',NULL,X'C334B93AACCD60A4');
INSERT INTO "events" VALUES(2,7,'turn',1,1,'e1-e2',NULL,'2026-01-01 16:00:00.000000',NULL,X'50F39B09FEFE1A13');
INSERT INTO "events" VALUES(2,8,'turn',2,2,'e7-d7',NULL,'2026-01-01 17:00:00.000000',NULL,X'CA7E5CA1BC9CF562');
INSERT INTO "events" VALUES(2,9,'turn',1,1,'b3-b5',NULL,'2026-01-01 18:00:00.000000',NULL,X'393D2189815B57A7');
INSERT INTO "events" VALUES(2,10,'turn',2,2,'d6-c6',NULL,'2026-01-01 19:00:00.000000',NULL,X'D44D154C81D7FBCB');
INSERT INTO "events" VALUES(2,11,'turn',1,1,'b5xc6',NULL,'2026-01-01 20:00:00.000000',NULL,X'A3657720683DD61E');
INSERT INTO "events" VALUES(2,12,'turn',2,2,'g5-f4',NULL,'2026-01-02 06:04:00.000000',NULL,X'73D7D750B8AE7194');
INSERT INTO "events" VALUES(2,13,'turn',1,1,'b2-f2',NULL,'2026-01-02 06:05:00.000000',NULL,X'C99365584CBC133E');
INSERT INTO "events" VALUES(2,14,'turn',2,2,'h7-f5',NULL,'2026-01-02 06:06:00.000000',NULL,X'40A9F2EDB078EA26');
INSERT INTO "events" VALUES(2,15,'turn',1,1,'c6-d6',NULL,'2026-01-02 06:07:00.000000',NULL,X'9F10C0EDC45B8618');
INSERT INTO "events" VALUES(3,1,'turn',1,1,'HUM@H2',NULL,'2026-01-01 21:00:00.000000',NULL,X'D24FB1926E5163D5');
INSERT INTO "events" VALUES(3,2,'turn',2,2,'CIR@H1',NULL,'2026-01-01 22:00:00.000000',NULL,X'E87127DF71A9FB39');
INSERT INTO "events" VALUES(3,3,'joint',2,2,'15E-18/20X-26','[[1, "15E-18"], [2, "20X-26"]]','2026-01-02 00:00:00.000000',NULL,X'61DE25EC7E745FF7');
INSERT INTO "events" VALUES(3,4,'turn',2,2,'MOVE H1>B1 x1',NULL,'2026-01-02 01:00:00.000000',NULL,X'B774A7934C71EC3B');
INSERT INTO "events" VALUES(3,5,'turn',2,2,'MOVE H1>B1 x1',NULL,'2026-01-02 02:00:00.000000',NULL,X'91D24FFED43D81C4');
INSERT INTO "events" VALUES(3,6,'turn',2,2,'PROD H1/-',NULL,'2026-01-02 03:00:00.000000',NULL,X'6A45004474105B4E');
INSERT INTO "events" VALUES(3,7,'joint',2,2,'6C-13/29X-3','[[1, "6C-13"], [2, "29X-3"]]','2026-01-02 06:09:00.000000',NULL,X'CC36E183188BBD81');
INSERT INTO "events" VALUES(3,8,'turn',2,2,'MOVE H1>A1 x4/PORT H1>C2 x1/PROD H1/-',NULL,'2026-01-02 06:10:00.000000',NULL,X'68C95657963BFA6F');
INSERT INTO "events" VALUES(3,9,'joint',2,2,'8E-23/4C-16','[[1, "8E-23"], [2, "4C-16"]]','2026-01-02 06:12:00.000000',NULL,X'55F11DDB58A47801');
INSERT INTO "events" VALUES(3,10,'turn',2,2,'-',NULL,'2026-01-02 06:13:00.000000',NULL,X'0C09DDACF3AA3B84');
INSERT INTO "events" VALUES(3,11,'substitute',1,7,'',NULL,'2026-01-02 06:13:00.000000','{"user": 7, "name": "Gus", "was": 1, "was_name": "Ann"}',X'FDC21F351C32509E');
INSERT INTO "events" VALUES(4,1,'turn',1,1,'E/2F8F7/F7-',NULL,'2026-01-02 04:00:00.000000',NULL,X'81754AF569E3A160');
INSERT INTO "events" VALUES(4,2,'forfeit',1,1,'F',NULL,'2026-01-02 04:00:00.000000',NULL,X'CCA36EBEB0EAA521');
CREATE TABLE imports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT, 
	user_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL
, checksum BLOB);
INSERT INTO "imports" VALUES(1,100,5,'[Game "replica"]
[Mode "2"]

1. c1=K e8-d7
2. b1-e1 d7-d6
3. a1-a5 h8-h4
4. e1-e2 e7-d7
5. b3-b5 d6-c6
6. b5xc6
','2026-01-02 04:00:00.000000',X'D3B89DAFDE520840');
CREATE TABLE match_seats (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	team INTEGER, 
	live BOOLEAN NOT NULL, checksum BLOB, 
	CONSTRAINT pk_match_seats PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_match_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT uq_match_seats_match_id_user_id UNIQUE (match_id, user_id)
)
 WITHOUT ROWID

;
INSERT INTO "match_seats" VALUES(1,1,1,'Ann',NULL,1,X'D35E2B5C573AAE9C');
INSERT INTO "match_seats" VALUES(1,2,2,'Bob',NULL,1,X'7E75E8F825AB4EF5');
INSERT INTO "match_seats" VALUES(2,1,1,'Ann',NULL,1,X'0AD1EC78F6B40515');
INSERT INTO "match_seats" VALUES(2,2,2,'Bob',NULL,1,X'62D17270BFF267D3');
INSERT INTO "match_seats" VALUES(3,1,7,'Gus',NULL,1,X'08F496A2CE93F462');
INSERT INTO "match_seats" VALUES(3,2,2,'Bob',NULL,1,X'2F0BC3D2CC26FF6E');
INSERT INTO "match_seats" VALUES(4,1,1,'Ann',NULL,0,X'45C979129A72014D');
INSERT INTO "match_seats" VALUES(4,2,2,'Bob',NULL,0,X'972AA1353EF9A395');
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
	ended_at DATETIME, terms JSON DEFAULT '{}' NOT NULL, clock JSON, paused JSON, checksum BLOB, clock_checksum BLOB, rev INTEGER DEFAULT 0 NOT NULL, due_at DATETIME, 
	CONSTRAINT ck_matches_ended CHECK ((status = 'over') = (ended_at IS NOT NULL)), 
	CONSTRAINT ck_matches_status CHECK (status IN ('running', 'parked', 'over'))
);
INSERT INTO "matches" VALUES(1,100,210,'replicants',1,'2','[]','1','',X'95A19FE0B61DD9C4E724487B35DF2ED5','running',13,'[2]',NULL,NULL,1,'2026-01-01 00:00:00.000000','2026-01-02 06:03:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 172740.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 172800.0, "full": 172800.0, "spare": 172740.0, "since": "2026-01-02T06:03:00+00:00", "began": "2026-01-02T06:03:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,X'0FB0C0B9EB97FC3F',X'A788C0BA2EC5E497',4,'2026-01-04 06:03:00.000000');
INSERT INTO "matches" VALUES(2,100,220,'replica',1,'2','[]','','',X'8B2BFD111B4F2A2F249B3CC1449DAB8F','running',15,'[2]',NULL,NULL,1,'2026-01-01 09:00:00.000000','2026-01-02 06:07:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 172740.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 172800.0, "full": 172800.0, "spare": 172740.0, "since": "2026-01-02T06:07:00+00:00", "began": "2026-01-02T06:07:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,X'9B1C121BBC8728F8',X'7458AF7C672FECDC',4,'2026-01-04 06:07:00.000000');
INSERT INTO "matches" VALUES(3,100,230,'apex',1,'2','[]','1','',X'3E5EB18E93E4BD9F4B37D4CDCE7A29A4','running',11,'[2]',NULL,NULL,1,'2026-01-01 20:00:00.000000','2026-01-02 06:13:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 172740.0, "since": "2026-01-02T06:13:00+00:00", "began": "2026-01-02T06:13:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": {"left": 172800.0, "full": 172800.0, "spare": 172800.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}}, {"left": 172800.0, "full": 172800.0, "spare": 172740.0, "since": "2026-01-02T06:13:00+00:00", "began": "2026-01-02T06:13:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,X'575097EBCAC6371C',X'1923CBD93184EC7E',9,'2026-01-04 06:13:00.000000');
INSERT INTO "matches" VALUES(4,100,240,'replicants',1,'2','[]','1','',X'57EE862117E4BDBC95E5ABF5D49EC72F','over',2,'[]','{"ranks": [2, 1], "code": "F", "termination": "forfeit"}',NULL,1,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','{"seats": [{"left": 172800.0, "full": 172800.0, "spare": 172800.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}, {"left": 172800.0, "full": 172800.0, "spare": 172800.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}], "stopped": "2026-01-02T04:00:00+00:00"}',NULL,X'93EA7C52C6E422AC',X'997ED688A07ECA22',0,NULL);
CREATE TABLE notes (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "notes" VALUES('alive','2026-01-02T06:13:00+00:00');
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
	message_id BIGINT, checksum BLOB, 
	CONSTRAINT ck_outbox_kind CHECK (kind IN ('board', 'status', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed')), 
	CONSTRAINT fk_outbox_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "outbox" VALUES(1,1,0,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 02:00:00.000000',1001,X'414D0A17987B6832');
INSERT INTO "outbox" VALUES(2,1,0,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 03:00:00.000000',NULL,X'23F8A671841C1099');
INSERT INTO "outbox" VALUES(3,1,1,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 01:00:00.000000','2026-01-01 04:00:00.000000',1003,X'4F79636D2ADD1D14');
INSERT INTO "outbox" VALUES(4,1,1,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 01:00:00.000000','2026-01-01 05:00:00.000000',NULL,X'9F5AC8A8C92CD577');
INSERT INTO "outbox" VALUES(5,1,2,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 06:00:00.000000',1005,X'51E4BBC6BB676BCA');
INSERT INTO "outbox" VALUES(6,1,2,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 07:00:00.000000',NULL,X'C781DBABED3FAB48');
INSERT INTO "outbox" VALUES(7,1,3,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 03:00:00.000000','2026-01-01 08:00:00.000000',1007,X'D6446949EFDEC5AE');
INSERT INTO "outbox" VALUES(8,1,3,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 03:00:00.000000','2026-01-01 09:00:00.000000',NULL,X'A4A6A2D286F0AE27');
INSERT INTO "outbox" VALUES(9,1,4,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 04:00:00.000000','2026-01-01 09:00:00.000000',1009,X'5330BC699C70C05A');
INSERT INTO "outbox" VALUES(10,1,4,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 04:00:00.000000','2026-01-01 09:00:00.000000',NULL,X'01D248AE50381D4D');
INSERT INTO "outbox" VALUES(11,1,5,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 09:00:00.000000',1011,X'31E0275287E4F6D5');
INSERT INTO "outbox" VALUES(12,1,5,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 10:00:00.000000',NULL,X'227C452153056650');
INSERT INTO "outbox" VALUES(13,1,6,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 06:00:00.000000','2026-01-01 11:00:00.000000',1013,X'A81FE29725DAE20A');
INSERT INTO "outbox" VALUES(14,1,6,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 06:00:00.000000','2026-01-01 12:00:00.000000',NULL,X'4E282DBA632136CE');
INSERT INTO "outbox" VALUES(15,1,7,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 07:00:00.000000','2026-01-01 13:00:00.000000',1015,X'109E261A232E172B');
INSERT INTO "outbox" VALUES(16,1,7,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 07:00:00.000000','2026-01-01 14:00:00.000000',NULL,X'4DB5994CFEFA75A6');
INSERT INTO "outbox" VALUES(17,1,8,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 08:00:00.000000','2026-01-01 15:00:00.000000',1017,X'5A401AF988E3435D');
INSERT INTO "outbox" VALUES(18,1,8,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 08:00:00.000000','2026-01-01 16:00:00.000000',NULL,X'1BDADC3822D761C7');
INSERT INTO "outbox" VALUES(19,1,9,'board',210,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 17:00:00.000000',1019,X'27943154A6B546EA');
INSERT INTO "outbox" VALUES(20,1,9,'status',210,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 18:00:00.000000',1020,X'34EF47CC994B534B');
INSERT INTO "outbox" VALUES(21,2,0,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 11:00:00.000000',1021,X'8AABF31F6707C547');
INSERT INTO "outbox" VALUES(22,2,0,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 09:00:00.000000','2026-01-01 12:00:00.000000',NULL,X'9D3B8F0AB0029A1D');
INSERT INTO "outbox" VALUES(23,2,1,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 10:00:00.000000','2026-01-01 13:00:00.000000',1023,X'246D3BBF8D0CC176');
INSERT INTO "outbox" VALUES(24,2,1,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 10:00:00.000000','2026-01-01 14:00:00.000000',NULL,X'67983423B77DDF4E');
INSERT INTO "outbox" VALUES(25,2,2,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 11:00:00.000000','2026-01-01 15:00:00.000000',1025,X'E258608C89F3356B');
INSERT INTO "outbox" VALUES(26,2,2,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 11:00:00.000000','2026-01-01 16:00:00.000000',NULL,X'26B08E483A70B263');
INSERT INTO "outbox" VALUES(27,2,3,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 12:00:00.000000','2026-01-01 17:00:00.000000',1027,X'34636762F19BB136');
INSERT INTO "outbox" VALUES(28,2,3,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 12:00:00.000000','2026-01-01 18:00:00.000000',NULL,X'0E1AB4E578722B2D');
INSERT INTO "outbox" VALUES(29,2,4,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 13:00:00.000000','2026-01-01 19:00:00.000000',1029,X'A21D1C00AB7CF0C7');
INSERT INTO "outbox" VALUES(30,2,4,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 13:00:00.000000','2026-01-01 20:00:00.000000',NULL,X'FEA5FBC092938C2F');
INSERT INTO "outbox" VALUES(31,2,5,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 14:00:00.000000','2026-01-01 20:00:00.000000',1031,X'EC97B5DB3236C728');
INSERT INTO "outbox" VALUES(32,2,5,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 14:00:00.000000','2026-01-01 20:00:00.000000',NULL,X'8297C030A3856DF8');
INSERT INTO "outbox" VALUES(33,2,6,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 15:00:00.000000','2026-01-01 20:00:00.000000',1033,X'1BD4F4B9D06917E4');
INSERT INTO "outbox" VALUES(34,2,6,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 15:00:00.000000','2026-01-01 21:00:00.000000',NULL,X'6CE318F4ABBE6614');
INSERT INTO "outbox" VALUES(35,2,7,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 16:00:00.000000','2026-01-01 22:00:00.000000',1035,X'97E2B436D7777F59');
INSERT INTO "outbox" VALUES(36,2,7,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 16:00:00.000000','2026-01-01 23:00:00.000000',NULL,X'CD11B4EDFF89F97F');
INSERT INTO "outbox" VALUES(37,2,8,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 17:00:00.000000','2026-01-02 00:00:00.000000',1037,X'FA2C31995D27AA74');
INSERT INTO "outbox" VALUES(38,2,8,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 17:00:00.000000','2026-01-02 01:00:00.000000',NULL,X'95C538F3C80F5E13');
INSERT INTO "outbox" VALUES(39,2,9,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 18:00:00.000000','2026-01-02 02:00:00.000000',1039,X'904EEBF286B948B0');
INSERT INTO "outbox" VALUES(40,2,9,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 18:00:00.000000','2026-01-02 03:00:00.000000',NULL,X'46377C9985D5DB84');
INSERT INTO "outbox" VALUES(41,2,10,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 19:00:00.000000','2026-01-02 04:00:00.000000',1041,X'CC1C2EC135F6A86B');
INSERT INTO "outbox" VALUES(42,2,10,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 19:00:00.000000','2026-01-02 04:00:00.000000',NULL,X'915EDAD09AAA5AE8');
INSERT INTO "outbox" VALUES(43,2,11,'board',220,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-02 04:00:00.000000',1043,X'ED3316FF60954F79');
INSERT INTO "outbox" VALUES(44,2,11,'status',220,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-02 04:00:00.000000',1044,X'1FEBEA83F45EEB8A');
INSERT INTO "outbox" VALUES(45,3,0,'board',230,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-01 22:00:00.000000',1045,X'4679FE9966F71E01');
INSERT INTO "outbox" VALUES(46,3,0,'status',230,'{"role": "board"}',0,NULL,'2026-01-01 20:00:00.000000','2026-01-01 23:00:00.000000',NULL,X'64F43F387359038A');
INSERT INTO "outbox" VALUES(47,3,1,'board',230,'{"role": "board"}',0,NULL,'2026-01-01 21:00:00.000000','2026-01-02 00:00:00.000000',1047,X'F90A5772A01EC7AD');
INSERT INTO "outbox" VALUES(48,3,1,'status',230,'{"role": "board"}',0,NULL,'2026-01-01 21:00:00.000000','2026-01-02 01:00:00.000000',NULL,X'4A0C05FA0D018A2A');
INSERT INTO "outbox" VALUES(49,3,2,'board',230,'{"role": "board"}',0,NULL,'2026-01-01 22:00:00.000000','2026-01-02 02:00:00.000000',1049,X'D2C8448201C6754C');
INSERT INTO "outbox" VALUES(50,3,2,'status',230,'{"role": "board"}',0,NULL,'2026-01-01 22:00:00.000000','2026-01-02 03:00:00.000000',NULL,X'FA020EF30AA3A845');
INSERT INTO "outbox" VALUES(51,3,2,'sealed',230,'{"decision": 3}',0,NULL,'2026-01-01 23:00:00.000000','2026-01-02 04:00:00.000000',1051,X'E97526F2B76473D3');
INSERT INTO "outbox" VALUES(52,3,3,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 00:00:00.000000','2026-01-02 04:00:00.000000',1052,X'7AC1BF5C1AD0471E');
INSERT INTO "outbox" VALUES(53,3,3,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 00:00:00.000000','2026-01-02 04:00:00.000000',NULL,X'01F4D861D0602259');
INSERT INTO "outbox" VALUES(54,3,3,'sealed',230,'{"decision": 3}',0,NULL,'2026-01-02 00:00:00.000000','2026-01-02 04:00:00.000000',1054,X'402CF82410C026A1');
INSERT INTO "outbox" VALUES(55,3,4,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 01:00:00.000000','2026-01-02 04:00:00.000000',1055,X'7CA7F1E0FD0C8A6D');
INSERT INTO "outbox" VALUES(56,3,4,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 01:00:00.000000','2026-01-02 04:00:00.000000',NULL,X'243399420566C40B');
INSERT INTO "outbox" VALUES(57,3,5,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 02:00:00.000000','2026-01-02 04:00:00.000000',1057,X'EDC7BE88203467C1');
INSERT INTO "outbox" VALUES(58,3,5,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 02:00:00.000000','2026-01-02 04:00:00.000000',NULL,X'645F0FFEB70C63DF');
INSERT INTO "outbox" VALUES(59,3,6,'board',230,'{"role": "board"}',0,NULL,'2026-01-02 03:00:00.000000','2026-01-02 04:00:00.000000',1059,X'9272610FA14B74FB');
INSERT INTO "outbox" VALUES(60,3,6,'status',230,'{"role": "board"}',0,NULL,'2026-01-02 03:00:00.000000','2026-01-02 04:00:00.000000',1060,X'80E4267E6897AD65');
INSERT INTO "outbox" VALUES(61,3,6,'sealed',230,'{"decision": 6}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1061,X'6E324E00A6DC1FA1');
INSERT INTO "outbox" VALUES(62,4,0,'board',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1062,X'C6CB7673BDC12899');
INSERT INTO "outbox" VALUES(63,4,0,'status',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',NULL,X'3DC887A443EC87FD');
INSERT INTO "outbox" VALUES(64,4,1,'board',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1064,X'8D939700E9CD5447');
INSERT INTO "outbox" VALUES(65,4,1,'status',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',NULL,X'D7F257FFA237F061');
INSERT INTO "outbox" VALUES(66,4,2,'ended',240,'{"role": "board"}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1066,X'2CF8BA975D0861A0');
INSERT INTO "outbox" VALUES(67,1,9,'request',210,'{"request": 1}',0,NULL,'2026-01-02 04:00:00.000000','2026-01-02 04:00:00.000000',1067,X'6EBC1F545A804FC0');
INSERT INTO "outbox" VALUES(68,1,10,'board',210,'{"role": "board"}',0,NULL,'2026-01-02 06:00:00.000000','2026-01-02 06:02:00.000000',1068,X'AC956CA528FC79D7');
INSERT INTO "outbox" VALUES(69,1,10,'status',210,'{"role": "board"}',0,NULL,'2026-01-02 06:00:00.000000','2026-01-02 06:02:00.000000',1069,X'653570FA120422EF');
INSERT INTO "outbox" VALUES(70,1,10,'watch',777,'{"watch": 1}',0,NULL,'2026-01-02 06:00:00.000000','2026-01-02 06:02:00.000000',1070,X'CB8C668BEFB1AA85');
INSERT INTO "outbox" VALUES(71,1,11,'board',210,'{"role": "board"}',0,NULL,'2026-01-02 06:01:00.000000','2026-01-02 06:03:00.000000',1071,X'3AC393E116817FF8');
INSERT INTO "outbox" VALUES(72,1,11,'status',210,'{"role": "board"}',0,NULL,'2026-01-02 06:01:00.000000','2026-01-02 06:03:00.000000',1072,X'BB2C77F731856DD7');
INSERT INTO "outbox" VALUES(73,1,11,'watch',777,'{"watch": 1}',0,NULL,'2026-01-02 06:01:00.000000','2026-01-02 06:03:00.000000',1073,X'45841AE293D4459E');
INSERT INTO "outbox" VALUES(74,1,12,'board',210,'{"role": "board"}',0,NULL,'2026-01-02 06:02:00.000000','2026-01-02 06:04:00.000000',1074,X'3F84B8EEA063B9C8');
INSERT INTO "outbox" VALUES(75,1,12,'status',210,'{"role": "board"}',0,NULL,'2026-01-02 06:02:00.000000','2026-01-02 06:04:00.000000',1075,X'EDAF450E43F6586C');
INSERT INTO "outbox" VALUES(76,1,12,'watch',777,'{"watch": 1}',0,NULL,'2026-01-02 06:02:00.000000','2026-01-02 06:04:00.000000',1076,X'68D4499BAB6A3B76');
INSERT INTO "outbox" VALUES(77,1,13,'board',210,'{"role": "board"}',0,NULL,'2026-01-02 06:03:00.000000','2026-01-02 06:05:00.000000',1077,X'6DE5C05077C8AA40');
INSERT INTO "outbox" VALUES(78,1,13,'status',210,'{"role": "board"}',0,NULL,'2026-01-02 06:03:00.000000','2026-01-02 06:05:00.000000',1078,X'6C790BCF44BB041B');
INSERT INTO "outbox" VALUES(79,1,13,'watch',777,'{"watch": 1}',0,NULL,'2026-01-02 06:03:00.000000','2026-01-02 06:04:00.000000',1079,X'1DE24284437A9807');
INSERT INTO "outbox" VALUES(80,2,12,'board',220,'{"role": "board"}',0,NULL,'2026-01-02 06:04:00.000000','2026-01-02 06:06:00.000000',1080,X'2DE6673C4E7158ED');
INSERT INTO "outbox" VALUES(81,2,12,'status',220,'{"role": "board"}',0,NULL,'2026-01-02 06:04:00.000000','2026-01-02 06:06:00.000000',1081,X'ACBAA61C065B4432');
INSERT INTO "outbox" VALUES(82,2,12,'private',1,'{"text": {"template": "Your plan in match {match} ({game}) has ended: something else was played.", "values": {"match": 2, "game": "Replica"}}}',0,NULL,'2026-01-02 06:04:00.000000','2026-01-02 06:06:00.000000',1082,X'4FDD2BF22F24764E');
INSERT INTO "outbox" VALUES(83,2,13,'board',220,'{"role": "board"}',0,NULL,'2026-01-02 06:05:00.000000','2026-01-02 06:07:00.000000',1083,X'24902C8B1813EAC1');
INSERT INTO "outbox" VALUES(84,2,13,'status',220,'{"role": "board"}',0,NULL,'2026-01-02 06:05:00.000000','2026-01-02 06:07:00.000000',1084,X'9CD1AE9476D10113');
INSERT INTO "outbox" VALUES(85,2,14,'board',220,'{"role": "board"}',0,NULL,'2026-01-02 06:06:00.000000','2026-01-02 06:08:00.000000',1085,X'D7ED326231C362C9');
INSERT INTO "outbox" VALUES(86,2,14,'status',220,'{"role": "board"}',0,NULL,'2026-01-02 06:06:00.000000','2026-01-02 06:08:00.000000',1086,X'8820B1BCE8241A66');
INSERT INTO "outbox" VALUES(87,2,15,'board',220,'{"role": "board"}',0,NULL,'2026-01-02 06:07:00.000000','2026-01-02 06:08:00.000000',1087,X'C810F2FB2DDB518C');
INSERT INTO "outbox" VALUES(88,2,15,'status',220,'{"role": "board"}',0,NULL,'2026-01-02 06:07:00.000000','2026-01-02 06:08:00.000000',1088,X'BFE4DEDD169F7B5F');
INSERT INTO "outbox" VALUES(89,3,6,'sealed',230,'{"decision": 6}',0,NULL,'2026-01-02 06:08:00.000000','2026-01-02 06:10:00.000000',1089,X'082F7086D900D4D1');
INSERT INTO "outbox" VALUES(90,3,6,'sealed',230,'{"decision": 6}',0,NULL,'2026-01-02 06:09:00.000000','2026-01-02 06:11:00.000000',1090,X'6ED5A21CA656BF36');
INSERT INTO "outbox" VALUES(91,3,7,'board',230,'{"role": "board", "calls": true, "opens": 6}',0,NULL,'2026-01-02 06:09:00.000000','2026-01-02 06:12:00.000000',1091,X'1CC376E618C5E71F');
INSERT INTO "outbox" VALUES(92,3,8,'board',230,'{"role": "board", "calls": true}',0,NULL,'2026-01-02 06:10:00.000000','2026-01-02 06:13:00.000000',1092,X'A3DA0C20256EFDBF');
INSERT INTO "outbox" VALUES(93,3,8,'sealed',230,'{"decision": 9}',0,NULL,'2026-01-02 06:11:00.000000','2026-01-02 06:13:00.000000',NULL,X'B97DDF29ED3F7366');
INSERT INTO "outbox" VALUES(94,3,8,'sealed',230,'{"decision": 9}',0,NULL,'2026-01-02 06:12:00.000000','2026-01-02 06:13:00.000000',1094,X'2F0902EE53B6F0A9');
INSERT INTO "outbox" VALUES(95,3,9,'board',230,'{"role": "board", "calls": true, "opens": 9}',0,NULL,'2026-01-02 06:12:00.000000','2026-01-02 06:13:00.000000',1095,X'106240B4F71325A6');
INSERT INTO "outbox" VALUES(96,3,10,'board',230,'{"role": "board", "calls": true}',0,NULL,'2026-01-02 06:13:00.000000','2026-01-02 06:13:00.000000',1096,X'31658D7B0D933B67');
INSERT INTO "outbox" VALUES(97,3,10,'sealed',230,'{"decision": 12}',0,NULL,'2026-01-02 06:13:00.000000','2026-01-02 06:13:00.000000',NULL,X'0EAA327F3471D03F');
INSERT INTO "outbox" VALUES(98,3,10,'sealed',230,'{"decision": 12}',0,NULL,'2026-01-02 06:13:00.000000','2026-01-02 06:13:00.000000',1098,X'0EAA327F3471D03F');
INSERT INTO "outbox" VALUES(99,3,11,'board',230,'{"role": "board", "note": {"template": "**{new}** plays on for {old}.", "values": {"new": {"quote": "Gus"}, "old": {"quote": "Ann"}}}, "calls": true}',0,NULL,'2026-01-02 06:13:00.000000','2026-01-02 06:13:00.000000',1099,X'10016ED452BEC186');
INSERT INTO "outbox" VALUES(100,3,11,'sealed',230,'{"decision": 12}',0,NULL,'2026-01-02 06:13:00.000000','2026-01-02 06:13:00.000000',1100,X'545D387648832779');
CREATE TABLE places (
	match_id INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	channel_id BIGINT NOT NULL, 
	busy BOOLEAN NOT NULL, checksum BLOB, 
	CONSTRAINT pk_places PRIMARY KEY (match_id, role), 
	CONSTRAINT fk_places_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "places" VALUES(1,'board',210,1,X'314894C1EFE96D1A');
INSERT INTO "places" VALUES(2,'board',220,1,X'BF47998E9373271A');
INSERT INTO "places" VALUES(3,'board',230,1,X'DEB9F1DEEEDE0121');
INSERT INTO "places" VALUES(4,'board',240,0,X'B24428029924873C');
CREATE TABLE plans (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	tree JSON NOT NULL, 
	at DATETIME NOT NULL, checksum BLOB, 
	CONSTRAINT pk_plans PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_plans_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
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
	decided_at DATETIME, checksum BLOB, 
	CONSTRAINT ck_requests_status CHECK (status IN ('open', 'accepted', 'refused', 'withdrawn', 'outdated')), 
	CONSTRAINT fk_requests_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "requests" VALUES(1,1,9,'pause',1,1,'{"days": 2, "asked": [2]}','[]','open','2026-01-02 04:00:00.000000',NULL,X'DFABA9085D2AAFC2');
CREATE TABLE sealed_choices (
	match_id INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	at DATETIME NOT NULL, checksum BLOB, 
	CONSTRAINT pk_sealed_choices PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_sealed_choices_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "sealed_choices" VALUES(3,11,1,'1W-19','2026-01-02 06:13:00.000000',X'6F2E2DDB16FD7556');
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
	at DATETIME NOT NULL, checksum BLOB, 
	CONSTRAINT fk_silence_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE table_seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name VARCHAR NOT NULL, 
	invited BOOLEAN NOT NULL, checksum BLOB, 
	CONSTRAINT pk_table_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_table_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_table_seats_table_id_user_id UNIQUE (table_id, user_id)
)
 WITHOUT ROWID

;
INSERT INTO "table_seats" VALUES(1,1,1,'Ann',0,X'0B43BF2DD4BFE7B1');
INSERT INTO "table_seats" VALUES(1,2,2,'Bob',0,X'5274BD84440927A7');
INSERT INTO "table_seats" VALUES(2,1,1,'Ann',0,X'4345B4D323987EC4');
INSERT INTO "table_seats" VALUES(2,2,2,'Bob',0,X'36C027BDA29551E5');
INSERT INTO "table_seats" VALUES(3,1,1,'Ann',0,X'B575B2872C18E3C2');
INSERT INTO "table_seats" VALUES(3,2,2,'Bob',0,X'EB4EBEEEB87322C8');
INSERT INTO "table_seats" VALUES(4,1,1,'Ann',0,X'2449680C5F4CB97F');
INSERT INTO "table_seats" VALUES(4,2,2,'Bob',0,X'9DB9A5AB25065BE6');
INSERT INTO "table_seats" VALUES(5,1,5,'Eve',0,X'FB01C3B2A5C311E0');
INSERT INTO "table_seats" VALUES(5,2,NULL,'',0,X'26C59E8B7648033F');
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
	created_at DATETIME NOT NULL, terms JSON DEFAULT '{}' NOT NULL, position VARCHAR DEFAULT '' NOT NULL, checksum BLOB, 
	CONSTRAINT ck_tables_place CHECK (place IN ('here', 'thread', 'channels')), 
	CONSTRAINT ck_tables_status CHECK (status IN ('open', 'started', 'cancelled')), 
	CONSTRAINT fk_tables_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "tables" VALUES(1,100,210,'replicants','2','[]','here',1,'Ann','started',NULL,1,2,'2026-01-01 00:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','',X'0DAC3002BAFA3D37');
INSERT INTO "tables" VALUES(2,100,220,'replica','2','[]','here',1,'Ann','started',NULL,2,2,'2026-01-01 09:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','',X'71541440FBB0AD0A');
INSERT INTO "tables" VALUES(3,100,230,'apex','2','[]','here',1,'Ann','started',NULL,3,2,'2026-01-01 20:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','',X'3638A61E8BD76A09');
INSERT INTO "tables" VALUES(4,100,240,'replicants','2','[]','here',1,'Ann','started',NULL,4,2,'2026-01-02 04:00:00.000000','{"clock": {"kind": "turn", "per_turn": 172800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','',X'449AD9E49CDECB74');
INSERT INTO "tables" VALUES(5,100,999,'replicants','2','[]','here',5,'Eve','open',NULL,NULL,0,'2026-01-02 04:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false}','',X'023D319E5EED7B85');
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
CREATE INDEX ix_outbox_due ON outbox (channel_id, id) WHERE done_at IS NULL;
CREATE INDEX ix_outbox_posted ON outbox (channel_id, match_id, kind, seq) WHERE message_id IS NOT NULL;
CREATE INDEX ix_requests_match_id ON requests (match_id);
CREATE INDEX ix_requests_open ON requests (match_id) WHERE decided_at IS NULL;
CREATE INDEX ix_vacations_user_id ON vacations (user_id);
CREATE INDEX ix_watches_guild_id_kind_target_id ON watches (guild_id, kind, target_id);
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE INDEX ix_audit_log_match_id ON audit_log (match_id);
CREATE INDEX ix_matches_guild_id ON matches (guild_id);
CREATE INDEX ix_tables_match_id ON tables (match_id) WHERE match_id IS NOT NULL;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER silence_log_no_update BEFORE UPDATE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER silence_log_no_delete BEFORE DELETE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE INDEX ix_matches_timed ON matches (guild_id, due_at, id) WHERE ended_at IS NULL AND due_at IS NOT NULL;
CREATE INDEX ix_matches_untimed ON matches (guild_id, moved_at, id) WHERE ended_at IS NULL AND due_at IS NULL;
CREATE INDEX ix_matches_parked ON matches (guild_id) WHERE status = 'parked';
CREATE INDEX ix_matches_ended_at ON matches (ended_at, id) WHERE ended_at IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',100);
INSERT INTO "sqlite_sequence" VALUES('tables',5);
INSERT INTO "sqlite_sequence" VALUES('matches',4);
INSERT INTO "sqlite_sequence" VALUES('requests',1);
INSERT INTO "sqlite_sequence" VALUES('audit_log',1);
INSERT INTO "sqlite_sequence" VALUES('vacations',1);
INSERT INTO "sqlite_sequence" VALUES('watches',1);
INSERT INTO "sqlite_sequence" VALUES('imports',1);
COMMIT;
