BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0021');
CREATE TABLE "audit_log" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	match_id INTEGER, 
	code VARCHAR NOT NULL, 
	person_id BIGINT NOT NULL, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, 
	checksum BLOB, 
	subject VARCHAR NOT NULL, 
	subject_id BIGINT NOT NULL, 
	CONSTRAINT fk_audit_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT ck_audit_log_subject CHECK ((subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id))
);
INSERT INTO "audit_log" VALUES(1,819730105112428544,1,'corrected',4,'{"ranks": [1, 2], "correction": 1, "kind": "ranks", "reason": {"template": "The organisers have their reasons.", "values": {}}}','2026-01-01 00:40:00.000000',X'91638AB786A05E96','match',1);
INSERT INTO "audit_log" VALUES(2,819730105112428544,1,'corrected',4,'{"undoes": 1, "correction": 2, "kind": "undo", "reason": {"template": "The players asked for it.", "values": {}}}','2026-01-01 00:40:00.000000',X'A2CD95F101E5F16F','match',1);
INSERT INTO "audit_log" VALUES(3,819730105112428544,2,'replaced',4,'{"seat": 2, "was": 2, "user": 5}','2026-01-01 01:10:00.000000',X'0117B228FBADD647','match',2);
INSERT INTO "audit_log" VALUES(4,819730105112428544,2,'corrected',4,'{"seat": 2, "excused": true, "correction": 3, "kind": "excuse", "reason": {"template": "The organisers have their reasons.", "values": {}}}','2026-01-01 01:40:00.000000',X'B0BC0940B15E9F58','match',2);
INSERT INTO "audit_log" VALUES(5,819730105112428544,8,'replaced',4,'{"seat": 1, "was": 1, "user": 6}','2026-01-01 05:30:00.000000',X'9E430ABF833787D2','match',8);
INSERT INTO "audit_log" VALUES(6,819730105112428544,8,'asked',5,'{"days": 2, "asked": [1], "request": 1, "kind": "pause", "seat": 2}','2026-01-01 05:30:00.000000',X'0A77900323F0286E','match',8);
INSERT INTO "audit_log" VALUES(7,819730105112428544,4,'away',2,'{"vacation": 1, "seat": 2, "change": "announced"}','2026-01-01 05:30:00.000000',X'B479C8F4C43F9180','match',4);
INSERT INTO "audit_log" VALUES(8,819730105112428544,5,'away',2,'{"vacation": 1, "seat": 2, "change": "announced"}','2026-01-01 05:30:00.000000',X'49075B8346A4EE79','match',5);
CREATE TABLE blocks (
	person_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (person_id, blocked_id), 
	CONSTRAINT ck_blocks_others CHECK (person_id <> blocked_id)
)
 WITHOUT ROWID

;
INSERT INTO "blocks" VALUES(1,6,'2026-01-01 05:30:00.000000');
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
INSERT INTO "commitments" VALUES(5,3,1,X'A512A41B2FEA18C9E344AAC371852155','7W-6',1,X'ED139D50875A2FDA');
INSERT INTO "commitments" VALUES(5,3,2,X'833416FA754345E5163CB94B8EFD58FB','20X-10',1,X'8E21751C94519610');
INSERT INTO "commitments" VALUES(5,6,1,X'DADA5C4541AC1E356EE2C417E2AAFE12','25C-13',0,X'B89BB40FB5900A76');
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
	CONSTRAINT ck_corrections_kind CHECK (kind IN ('void', 'ranks', 'excuse', 'undo')), 
	CONSTRAINT ck_corrections_undoes CHECK ((kind = 'undo') = (undoes IS NOT NULL)), 
	CONSTRAINT uq_corrections_match_id_revision UNIQUE (match_id, revision)
);
INSERT INTO "corrections" VALUES(1,819730105112428544,1,1,'ranks','{"ranks": [1, 2]}',4,'2026-01-01 00:40:00.000000','{"template": "The organisers have their reasons.", "values": {}}',NULL,X'891713974BECBE77');
INSERT INTO "corrections" VALUES(2,819730105112428544,1,2,'undo','{}',4,'2026-01-01 00:40:00.000000','{"template": "The players asked for it.", "values": {}}',1,X'E19F09442937099F');
INSERT INTO "corrections" VALUES(3,819730105112428544,2,1,'excuse','{"seat": 2, "excused": true}',4,'2026-01-01 01:40:00.000000','{"template": "The organisers have their reasons.", "values": {}}',NULL,X'93E1B0D08F4C96C5');
CREATE TABLE deadlines (
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	due_at DATETIME NOT NULL, 
	payload JSON, 
	CONSTRAINT pk_deadlines PRIMARY KEY (kind, "key")
)
 WITHOUT ROWID

;
INSERT INTO "deadlines" VALUES('clock','5','2026-01-08 03:10:00.000000',NULL);
INSERT INTO "deadlines" VALUES('idle','','2026-01-03 00:00:00.000000','{"since": "2026-01-01T00:00:00+00:00"}');
INSERT INTO "deadlines" VALUES('lapse','9','2026-01-14 05:30:00.000000',NULL);
INSERT INTO "deadlines" VALUES('nudge','5:2','2026-01-04 15:10:00.000000','{"decision": "2026-01-01T03:10:00+00:00", "stage": "half"}');
INSERT INTO "deadlines" VALUES('outbox-pruning','','2026-01-02 00:40:00.000000',NULL);
INSERT INTO "deadlines" VALUES('paired','819730105112428544:1','2026-01-01 05:30:00.000000',NULL);
INSERT INTO "deadlines" VALUES('rematch','1','2026-01-08 00:40:00.000000',NULL);
INSERT INTO "deadlines" VALUES('rematch','2','2026-01-08 01:40:00.000000',NULL);
INSERT INTO "deadlines" VALUES('start','0000000001','2026-01-01 05:31:00.000000',NULL);
CREATE TABLE departures (
	guild_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_departures PRIMARY KEY (guild_id)
);
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
CREATE TABLE erasures (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	cause VARCHAR NOT NULL, 
	removed JSON NOT NULL, 
	at DATETIME NOT NULL
);
CREATE TABLE events (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	seat INTEGER, 
	person_id BIGINT NOT NULL, 
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
INSERT INTO "events" VALUES(1,1,'turn',1,1,'E/3G9/E',NULL,'2026-01-01 00:00:00.000000',NULL,X'388E0D6109219B7A');
INSERT INTO "events" VALUES(1,2,'turn',2,2,'E/2E3F4/D1-',NULL,'2026-01-01 00:10:00.000000',NULL,X'EED9374133BEF31B');
INSERT INTO "events" VALUES(1,3,'turn',1,1,'E/2G8/E',NULL,'2026-01-01 00:20:00.000000',NULL,X'A1D51825A4F683E0');
INSERT INTO "events" VALUES(1,4,'turn',2,2,'E/3G3/D1+',NULL,'2026-01-01 00:30:00.000000',NULL,X'C70754E705F4249B');
INSERT INTO "events" VALUES(1,5,'forfeit',1,1,'F',NULL,'2026-01-01 00:40:00.000000',NULL,X'5337EDA506EF6238');
INSERT INTO "events" VALUES(2,1,'turn',1,1,'E/2D7D6/F8+',NULL,'2026-01-01 00:40:00.000000',NULL,X'89633229063B9667');
INSERT INTO "events" VALUES(2,2,'turn',2,2,'E/2G4F4/E',NULL,'2026-01-01 00:50:00.000000',NULL,X'FD3F3DA4EB5819F9');
INSERT INTO "events" VALUES(2,3,'turn',3,3,'E/3A4/C3+',NULL,'2026-01-01 01:00:00.000000',NULL,X'DFA1F554B064938C');
INSERT INTO "events" VALUES(2,4,'substitute',2,4,'',NULL,'2026-01-01 01:10:00.000000','{"user": 5, "was": 2}',X'4B4D87F329D82BA3');
INSERT INTO "events" VALUES(2,5,'turn',1,1,'E/2D7/E',NULL,'2026-01-01 01:10:00.000000',NULL,X'7FF2CE91759705F6');
INSERT INTO "events" VALUES(2,6,'turn',2,5,'E/2G5G6/F4-',NULL,'2026-01-01 01:20:00.000000',NULL,X'B6C41496980D493F');
INSERT INTO "events" VALUES(2,7,'turn',3,3,'E/2C2D3/D3+',NULL,'2026-01-01 01:30:00.000000',NULL,X'C475C41D059B6D74');
INSERT INTO "events" VALUES(2,8,'forfeit',1,1,'F',NULL,'2026-01-01 01:40:00.000000',NULL,X'303E43256ACB92CF');
INSERT INTO "events" VALUES(3,1,'turn',1,3,'b3-c4',NULL,'2026-01-01 01:40:00.000000',NULL,X'18BE089ADE0E7006');
INSERT INTO "events" VALUES(3,2,'turn',2,4,'g7-g4',NULL,'2026-01-01 01:50:00.000000',NULL,X'D5685E6368FFE5BE');
INSERT INTO "events" VALUES(3,3,'forfeit',2,4,'F',NULL,'2026-01-01 02:00:00.000000',NULL,X'A0E659ACDAF22353');
INSERT INTO "events" VALUES(4,1,'turn',1,1,'E/2E7F7/F9-',NULL,'2026-01-01 02:00:00.000000',NULL,X'CA08C1F6444F7F8D');
INSERT INTO "events" VALUES(4,2,'turn',2,2,'E/2K6/J7-',NULL,'2026-01-01 02:10:00.000000',NULL,X'8C24564531A693C0');
INSERT INTO "events" VALUES(4,3,'turn',3,3,'E/2F2/F2+',NULL,'2026-01-01 02:20:00.000000',NULL,X'70E67D724A72E431');
INSERT INTO "events" VALUES(5,1,'turn',1,1,'DRA@H1',NULL,'2026-01-01 02:30:00.000000',NULL,X'F0E52FAA7DF6F122');
INSERT INTO "events" VALUES(5,2,'turn',2,2,'NAG@H2',NULL,'2026-01-01 02:40:00.000000',NULL,X'DBA5B1FA6505FC1F');
INSERT INTO "events" VALUES(5,3,'joint',2,2,'7W-6/20X-10','[[1, "7W-6"], [2, "20X-10"]]','2026-01-01 03:00:00.000000',NULL,X'7D2B44012551592B');
INSERT INTO "events" VALUES(5,4,'turn',2,2,'PROD H2/MOVE H2>B2 x1/MOVE H2>A1 x1/-',NULL,'2026-01-01 03:10:00.000000',NULL,X'86661A6272929F72');
INSERT INTO "events" VALUES(6,1,'turn',2,6,'Y',NULL,'2026-01-01 03:20:00.000000',NULL,X'EDA95B8EF738F9D6');
INSERT INTO "events" VALUES(6,2,'turn',1,5,'Y',NULL,'2026-01-01 03:30:00.000000',NULL,X'BAE840CD4AD7F276');
INSERT INTO "events" VALUES(6,3,'turn',2,6,'I LYC>BRI',NULL,'2026-01-01 03:40:00.000000',NULL,X'6497E5403474DE01');
INSERT INTO "events" VALUES(6,4,'turn',1,5,'B ROB+DEM>AND',NULL,'2026-01-01 03:50:00.000000',NULL,X'7AA7450CEF118AF5');
INSERT INTO "events" VALUES(6,5,'turn',1,5,'LYC+LYC',NULL,'2026-01-01 04:00:00.000000',NULL,X'02EB00E813E21863');
INSERT INTO "events" VALUES(6,6,'turn',2,6,'D ZOM',NULL,'2026-01-01 04:10:00.000000',NULL,X'DE23E0C5C5FFF082');
INSERT INTO "events" VALUES(7,1,'turn',1,2,'Y',NULL,'2026-01-01 04:20:00.000000',NULL,X'F2FD6EDBD43686A0');
INSERT INTO "events" VALUES(7,2,'turn',1,2,'I ZOM>WRE',NULL,'2026-01-01 04:30:00.000000',NULL,X'C45C066FD223FCBB');
INSERT INTO "events" VALUES(7,3,'turn',1,2,'D ALN',NULL,'2026-01-01 04:40:00.000000',NULL,X'1259CA4B2F53F359');
INSERT INTO "events" VALUES(7,4,'turn',1,2,'L/D WAR',NULL,'2026-01-01 04:50:00.000000',NULL,X'14C6FE2D11CF8E32');
INSERT INTO "events" VALUES(7,5,'forfeit',1,2,'F',NULL,'2026-01-01 05:00:00.000000',NULL,X'34D48F35351829E1');
INSERT INTO "events" VALUES(8,1,'turn',1,1,'E/2E6/D8+',NULL,'2026-01-01 05:00:00.000000',NULL,X'8028545EB8926D5E');
INSERT INTO "events" VALUES(8,2,'turn',2,5,'E/2E4/E',NULL,'2026-01-01 05:10:00.000000',NULL,X'7AA051A301097E54');
INSERT INTO "events" VALUES(8,3,'turn',1,1,'E/2F7/F7-',NULL,'2026-01-01 05:20:00.000000',NULL,X'375596932DF48E60');
INSERT INTO "events" VALUES(8,4,'substitute',1,4,'',NULL,'2026-01-01 05:30:00.000000','{"user": 6, "was": 1}',X'B8FAB5D9F66120B1');
CREATE TABLE exports (
	person_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_exports PRIMARY KEY (person_id)
);
INSERT INTO "exports" VALUES(1,'2026-01-01 05:30:00.000000');
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
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','opening','b3-c4',1,120,14400);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','opening','g7-g4',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','option:king_power','none/1',1,120,14400);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','option:king_power','none/2',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','option:sight','all/1',1,120,14400);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','option:sight','all/2',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','seat','1',1,120,14400);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replica','2','seat','2',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','2','opening','E/2E3F4/D1-',1,120,14400);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','2','opening','E/3G9/E',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','2','seat','1',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','2','seat','2',1,120,14400);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','3','opening','E/2D7D6/F8+',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','3','opening','E/2G4F4/E',1,90,8100);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','3','opening','E/3A4/C3+',1,90,8100);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','3','seat','1',1,0,0);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','3','seat','2',1,90,8100);
INSERT INTO "feature_totals" VALUES(819730105112428544,'replicants','3','seat','3',1,90,8100);
CREATE TABLE imports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT, 
	person_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL
, checksum BLOB);
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
INSERT INTO "match_loadouts" VALUES(6,1,6,X'F7F228207C7953AE226BAABEF9718F83','AND+AND+WRE+WRE+EVA+EVA+PYR+PYR+BUF+BUF+KRU+KRU',X'4DE1B4E5E29C03CB');
INSERT INTO "match_loadouts" VALUES(6,2,6,NULL,'BIO+BIO+NOB+NOB+TYR+TYR+BRI+BRI+RAK+RAK+DEV+DEV',X'3D7372B33D8480D8');
INSERT INTO "match_loadouts" VALUES(7,1,7,NULL,'AND+AND+AUT+AUT+WRE+WRE+BIO+BIO+MRV+MRV+EVA+EVA',X'5171C5CAD03F39DC');
CREATE TABLE "match_seats" (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	team INTEGER, 
	live BOOLEAN NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_match_seats PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_match_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT uq_match_seats_match_id_person_id UNIQUE (match_id, person_id)
)
 WITHOUT ROWID

;
INSERT INTO "match_seats" VALUES(1,1,1,NULL,0,X'8CF56B53CAED0AF4');
INSERT INTO "match_seats" VALUES(1,2,2,NULL,0,X'F5500323D41F500F');
INSERT INTO "match_seats" VALUES(2,1,1,NULL,0,X'482E234648B50709');
INSERT INTO "match_seats" VALUES(2,2,5,NULL,0,X'EDF1361F0577556F');
INSERT INTO "match_seats" VALUES(2,3,3,NULL,0,X'0AB313E8834B981E');
INSERT INTO "match_seats" VALUES(3,1,3,NULL,0,X'F12D13796542864B');
INSERT INTO "match_seats" VALUES(3,2,4,NULL,0,X'546EEA3653B64D05');
INSERT INTO "match_seats" VALUES(4,1,1,0,1,X'3AB0EA3CC898CA14');
INSERT INTO "match_seats" VALUES(4,2,2,1,1,X'697048C53AEF2D1F');
INSERT INTO "match_seats" VALUES(4,3,3,0,1,X'A6D8F7862B2816E7');
INSERT INTO "match_seats" VALUES(4,4,4,1,1,X'16EFFC5846AA91B3');
INSERT INTO "match_seats" VALUES(5,1,1,NULL,1,X'082F6CDC4BBFE66C');
INSERT INTO "match_seats" VALUES(5,2,2,NULL,1,X'45887B90DDD85102');
INSERT INTO "match_seats" VALUES(6,1,5,NULL,1,X'71D22424BA8660DA');
INSERT INTO "match_seats" VALUES(6,2,6,NULL,1,X'4FAE56A3CAC85E1A');
INSERT INTO "match_seats" VALUES(7,1,2,NULL,0,X'A88FD5B97B5A37E8');
INSERT INTO "match_seats" VALUES(8,1,6,NULL,1,X'59875A86CA2849CF');
INSERT INTO "match_seats" VALUES(8,2,5,NULL,1,X'3EF1EFCE6C46C765');
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
	ended_at DATETIME, terms JSON DEFAULT '{}' NOT NULL, clock JSON, paused JSON, checksum BLOB, clock_checksum BLOB, rev INTEGER DEFAULT 0 NOT NULL, due_at DATETIME, origin VARCHAR, 
	CONSTRAINT ck_matches_ended CHECK ((status = 'over') = (ended_at IS NOT NULL)), 
	CONSTRAINT ck_matches_status CHECK (status IN ('running', 'parked', 'over'))
);
INSERT INTO "matches" VALUES(1,819730105112428544,905118230447616001,'replicants',2,'2','[]','1','',X'87714ECAC9FBB4CCB755FA4CD9AEDF07','over',5,'[]','{"ranks": [2, 1], "code": "F", "termination": "forfeit"}',NULL,1,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'1998B8875D4DA27D',NULL,7,NULL,'table:1');
INSERT INTO "matches" VALUES(2,819730105112428544,905118230447616014,'replicants',2,'3','[]','1','',X'07CD6271107A1E7902F5E8AD8DDF93BF','over',8,'[]','{"ranks": [3, 1, 1], "code": "F", "termination": "forfeit"}',NULL,1,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','2026-01-01 01:40:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'AAC87059F73831B7',NULL,9,NULL,'table:2');
INSERT INTO "matches" VALUES(3,819730105112428544,905118230447616027,'replica',1,'2','[]','','',X'AEFAA4805A929BF4BA0C30AA07F3A013','over',3,'[]','{"ranks": [1, 2], "code": "F", "termination": "forfeit"}',NULL,3,'2026-01-01 01:40:00.000000','2026-01-01 02:00:00.000000','2026-01-01 02:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'FCBBB4145300C769',NULL,3,NULL,'table:3');
INSERT INTO "matches" VALUES(4,819730105112428544,905118230447616053,'replicants',2,'teams','[]','1','',X'7488D30BA97361FB5E18069AFCD9A684','running',3,'[4]',NULL,NULL,1,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'D117B246C79E9098',NULL,3,NULL,'table:4');
INSERT INTO "matches" VALUES(5,819730105112428544,905118230447616105,'apex',1,'2','[]','1','',X'3324A0AB12A0FA53CBAB3547A5594A51','running',4,'[2]',NULL,NULL,1,'2026-01-01 02:30:00.000000','2026-01-01 03:10:00.000000',NULL,'{"clock": {"kind": "turn", "per_turn": 604800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": false}','{"seats": [{"left": 596400.0, "full": 604800.0, "spare": 604200.0, "since": "2026-01-01T05:30:00+00:00", "began": "2026-01-01T03:10:00+00:00", "frozen": 0.0, "calendar": {}, "up": false, "chosen": {"left": 604800.0, "full": 604800.0, "spare": 604200.0, "since": null, "began": null, "frozen": 0.0, "calendar": {}, "up": false, "chosen": null}}, {"left": 596400.0, "full": 604800.0, "spare": 604200.0, "since": "2026-01-01T05:30:00+00:00", "began": "2026-01-01T03:10:00+00:00", "frozen": 0.0, "calendar": {"away": [["2026-03-01T00:00:00+00:00", "2026-03-06T00:00:00+00:00"]]}, "up": false, "chosen": null}], "stopped": null, "given": 0}',NULL,X'7D5539597D3A99D0',X'91AE1958FD47AB89',7,'2026-01-08 03:10:00.000000','table:5');
INSERT INTO "matches" VALUES(6,819730105112428544,905118230447616118,'mutants',1,'2','[["reserve", "constructed"]]','1','',X'78097EE1150419F93C7A3116DA8E9D4F','running',6,'[1]',NULL,NULL,5,'2026-01-01 03:20:00.000000','2026-01-01 04:10:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'1C30FEE1BE81B025',NULL,6,NULL,'table:6');
INSERT INTO "matches" VALUES(7,819730105112428544,905118230447616131,'mutants',1,'solo','[]','1','',X'E4AE71C78BE606B3B717D0E4363082B3','over',5,'[]','{"ranks": [2], "code": "F", "termination": "forfeit"}',NULL,2,'2026-01-01 04:20:00.000000','2026-01-01 05:00:00.000000','2026-01-01 05:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "free", "vacation": false, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'9CD397CCE44DCD43',NULL,5,NULL,'table:7');
INSERT INTO "matches" VALUES(8,819730105112428544,905118230447616144,'replicants',2,'2','[]','1','',X'6CB2484C8714DCB09A9CD05A161A5CA9','running',4,'[2]',NULL,NULL,1,'2026-01-01 05:00:00.000000','2026-01-01 05:30:00.000000',NULL,'{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}',NULL,NULL,X'2584E323F584BECD',NULL,4,NULL,'table:8');
CREATE TABLE member_names (
	guild_id BIGINT NOT NULL, 
	person_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_member_names PRIMARY KEY (guild_id, person_id)
)
 WITHOUT ROWID

;
INSERT INTO "member_names" VALUES(819730105112428544,1,'Ann');
INSERT INTO "member_names" VALUES(819730105112428544,2,'Bob');
INSERT INTO "member_names" VALUES(819730105112428544,3,'Cleo');
INSERT INTO "member_names" VALUES(819730105112428544,4,'Dan');
INSERT INTO "member_names" VALUES(819730105112428544,5,'Eve');
INSERT INTO "member_names" VALUES(819730105112428544,6,'Fay');
CREATE TABLE notes (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "notes" VALUES('alive','2026-01-01T05:30:00+00:00');
CREATE TABLE "outbox" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	match_id INTEGER, 
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
	subject VARCHAR NOT NULL, 
	subject_id BIGINT NOT NULL, 
	CONSTRAINT ck_outbox_kind CHECK (kind IN ('board', 'status', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed')), 
	CONSTRAINT fk_outbox_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT ck_outbox_subject CHECK ((subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id))
);
INSERT INTO "outbox" VALUES(1,1,0,'board',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:10:00.000000',1001,X'B2F1B69617F928E2','match',1);
INSERT INTO "outbox" VALUES(2,1,0,'status',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:10:00.000000',NULL,X'BF318D20FA898C33','match',1);
INSERT INTO "outbox" VALUES(3,1,1,'board',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:20:00.000000',1003,X'DE96FB9BB435797F','match',1);
INSERT INTO "outbox" VALUES(4,1,1,'status',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:20:00.000000',1004,X'77ACC589CDEBDE01','match',1);
INSERT INTO "outbox" VALUES(5,1,2,'board',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:10:00.000000','2026-01-01 00:30:00.000000',1005,X'B1967672C1620B28','match',1);
INSERT INTO "outbox" VALUES(6,1,2,'status',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:10:00.000000','2026-01-01 00:30:00.000000',1006,X'48805E57C8C3A8BB','match',1);
INSERT INTO "outbox" VALUES(7,1,3,'board',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:20:00.000000','2026-01-01 00:40:00.000000',1007,X'BF0B435DC48BD0AA','match',1);
INSERT INTO "outbox" VALUES(8,1,3,'status',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:20:00.000000','2026-01-01 00:40:00.000000',1008,X'4C4577A13FB98FB5','match',1);
INSERT INTO "outbox" VALUES(9,1,4,'board',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:30:00.000000','2026-01-01 00:40:00.000000',1009,X'FE87AFB33D417027','match',1);
INSERT INTO "outbox" VALUES(10,1,4,'status',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:30:00.000000','2026-01-01 00:40:00.000000',1010,X'D0C3358D8C946B58','match',1);
INSERT INTO "outbox" VALUES(11,1,5,'ended',905118230447616001,'{"role": "board"}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1011,X'A596F9E6BD2CB0E1','match',1);
INSERT INTO "outbox" VALUES(12,1,5,'notice',905118230447616001,'{"text": {"template": "An organiser corrected the result of match {match}: it is ranked otherwise. {reason}", "values": {"match": 1, "reason": {"template": "The organisers have their reasons.", "values": {}}}}}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1012,X'3E93B70F8E0A5DD6','match',1);
INSERT INTO "outbox" VALUES(13,1,5,'private',1,'{"text": {"template": "Your rating in {game} is {now} now, it was {before}: an organiser corrected the result of match {match}, and everything that came after it was worked out anew.", "values": {"game": "Replicants", "now": "1579 \u00b1 484?", "before": "1421 \u00b1 484?", "match": 1}}}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1013,X'E2CAB78C589CB5B3','match',1);
INSERT INTO "outbox" VALUES(14,1,5,'private',2,'{"text": {"template": "Your rating in {game} is {now} now, it was {before}: an organiser corrected the result of match {match}, and everything that came after it was worked out anew.", "values": {"game": "Replicants", "now": "1421 \u00b1 484?", "before": "1579 \u00b1 484?", "match": 1}}}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1014,X'D1E188E03AACFC75','match',1);
INSERT INTO "outbox" VALUES(15,1,5,'notice',905118230447616001,'{"text": {"template": "An organiser took back a correction of the result of match {match}. {reason}", "values": {"match": 1, "reason": {"template": "The players asked for it.", "values": {}}}}}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1015,X'A19EFDB932039B6B','match',1);
INSERT INTO "outbox" VALUES(16,1,5,'private',1,'{"text": {"template": "Your rating in {game} is {now} now, it was {before}: an organiser corrected the result of match {match}, and everything that came after it was worked out anew.", "values": {"game": "Replicants", "now": "1421 \u00b1 484?", "before": "1579 \u00b1 484?", "match": 1}}}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1016,X'DF436397A6B79C6D','match',1);
INSERT INTO "outbox" VALUES(17,1,5,'private',2,'{"text": {"template": "Your rating in {game} is {now} now, it was {before}: an organiser corrected the result of match {match}, and everything that came after it was worked out anew.", "values": {"game": "Replicants", "now": "1579 \u00b1 484?", "before": "1421 \u00b1 484?", "match": 1}}}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:40:00.000000',1017,X'4B2A12215732E061','match',1);
INSERT INTO "outbox" VALUES(18,2,0,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:50:00.000000',1018,X'7BC0C866B5F43215','match',2);
INSERT INTO "outbox" VALUES(19,2,0,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 00:50:00.000000',1019,X'C5FDD2FC71998C6E','match',2);
INSERT INTO "outbox" VALUES(20,2,1,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:00:00.000000',1020,X'FF3EF7EA82800E1E','match',2);
INSERT INTO "outbox" VALUES(21,2,1,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:00:00.000000',1021,X'41A76027C9085B73','match',2);
INSERT INTO "outbox" VALUES(22,2,2,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 00:50:00.000000','2026-01-01 01:10:00.000000',1022,X'C2DBF7DA71838543','match',2);
INSERT INTO "outbox" VALUES(23,2,2,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 00:50:00.000000','2026-01-01 01:10:00.000000',1023,X'D9FA2A3928FEAB35','match',2);
INSERT INTO "outbox" VALUES(24,2,3,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:00:00.000000','2026-01-01 01:10:00.000000',1024,X'84D8D050E4B48DC6','match',2);
INSERT INTO "outbox" VALUES(25,2,3,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:00:00.000000','2026-01-01 01:10:00.000000',1025,X'E3E8F29EBA90144B','match',2);
INSERT INTO "outbox" VALUES(26,2,4,'board',905118230447616014,'{"role": "board", "note": {"template": "**{new}** plays on for {old}.", "values": {"new": {"person": 5}, "old": {"person": 2}}}}',0,NULL,'2026-01-01 01:10:00.000000','2026-01-01 01:20:00.000000',1026,X'191CAC2CC5F2FEF2','match',2);
INSERT INTO "outbox" VALUES(27,2,4,'status',905118230447616014,'{"role": "board", "note": {"template": "**{new}** plays on for {old}.", "values": {"new": {"person": 5}, "old": {"person": 2}}}}',0,NULL,'2026-01-01 01:10:00.000000','2026-01-01 01:20:00.000000',1027,X'99FD8EE28D5AEE01','match',2);
INSERT INTO "outbox" VALUES(28,2,4,'request',905118230447616014,'{"welcome": 5, "seat": 2}',0,NULL,'2026-01-01 01:10:00.000000','2026-01-01 01:30:00.000000',1028,X'57246BDD11D5B3BC','match',2);
INSERT INTO "outbox" VALUES(29,2,5,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:10:00.000000','2026-01-01 01:40:00.000000',1029,X'30910971B498E72B','match',2);
INSERT INTO "outbox" VALUES(30,2,5,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:10:00.000000','2026-01-01 01:40:00.000000',NULL,X'F08D6D59E028E9A8','match',2);
INSERT INTO "outbox" VALUES(31,2,6,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:20:00.000000','2026-01-01 01:40:00.000000',1031,X'2A5EEF2E9157906D','match',2);
INSERT INTO "outbox" VALUES(32,2,6,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:20:00.000000','2026-01-01 01:40:00.000000',NULL,X'B31B74E2965B03B7','match',2);
INSERT INTO "outbox" VALUES(33,2,7,'board',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:30:00.000000','2026-01-01 01:40:00.000000',1033,X'F7192279FDD86CC2','match',2);
INSERT INTO "outbox" VALUES(34,2,7,'status',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:30:00.000000','2026-01-01 01:40:00.000000',NULL,X'B3518DDAC23F7720','match',2);
INSERT INTO "outbox" VALUES(35,2,8,'ended',905118230447616014,'{"role": "board"}',0,NULL,'2026-01-01 01:40:00.000000','2026-01-01 01:40:00.000000',1035,X'FC559847A589A922','match',2);
INSERT INTO "outbox" VALUES(36,2,8,'notice',905118230447616014,'{"text": {"template": "An organiser corrected for whom a seat of match {match} counts. {reason}", "values": {"match": 2, "reason": {"template": "The organisers have their reasons.", "values": {}}}}}',0,NULL,'2026-01-01 01:40:00.000000','2026-01-01 01:40:00.000000',1036,X'6DA966348D406664','match',2);
INSERT INTO "outbox" VALUES(37,3,0,'board',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 01:40:00.000000','2026-01-01 01:50:00.000000',1037,X'2A137EA1A251EE53','match',3);
INSERT INTO "outbox" VALUES(38,3,0,'status',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 01:40:00.000000','2026-01-01 01:50:00.000000',NULL,X'F5196F6E7BF0D37B','match',3);
INSERT INTO "outbox" VALUES(39,3,1,'board',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 01:40:00.000000','2026-01-01 02:00:00.000000',1039,X'AF28956F3335CDD0','match',3);
INSERT INTO "outbox" VALUES(40,3,1,'status',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 01:40:00.000000','2026-01-01 02:00:00.000000',1040,X'F86EDD00ECDD9B0F','match',3);
INSERT INTO "outbox" VALUES(41,3,2,'board',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 01:50:00.000000','2026-01-01 02:00:00.000000',1041,X'DA12362A9E8C4DD7','match',3);
INSERT INTO "outbox" VALUES(42,3,2,'status',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 01:50:00.000000','2026-01-01 02:00:00.000000',1042,X'B28F28B9CFDA545B','match',3);
INSERT INTO "outbox" VALUES(43,3,3,'ended',905118230447616027,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:00:00.000000',1043,X'A2CEF3DD85BA3EBE','match',3);
INSERT INTO "outbox" VALUES(44,4,0,'board',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:10:00.000000',1044,X'073C70658156503B','match',4);
INSERT INTO "outbox" VALUES(45,4,0,'status',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:10:00.000000',NULL,X'85D717887D0FF7A7','match',4);
INSERT INTO "outbox" VALUES(46,4,0,'board',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:10:00.000000',1046,X'966485993A5F29AA','match',4);
INSERT INTO "outbox" VALUES(47,4,0,'status',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:10:00.000000',NULL,X'213ACBE397A47994','match',4);
INSERT INTO "outbox" VALUES(48,4,0,'board',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:10:00.000000',1048,X'2495DEBAC1371504','match',4);
INSERT INTO "outbox" VALUES(49,4,0,'status',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:10:00.000000',NULL,X'B41BBF09A51C9071','match',4);
INSERT INTO "outbox" VALUES(50,4,1,'board',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',1050,X'EDBCA83786413719','match',4);
INSERT INTO "outbox" VALUES(51,4,1,'status',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',1051,X'5E8D05BB60F56CE2','match',4);
INSERT INTO "outbox" VALUES(52,4,1,'board',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',1052,X'D5956A4B3F258156','match',4);
INSERT INTO "outbox" VALUES(53,4,1,'status',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',1053,X'F0F154554A2988FA','match',4);
INSERT INTO "outbox" VALUES(54,4,1,'board',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',1054,X'0057903286BE14BC','match',4);
INSERT INTO "outbox" VALUES(55,4,1,'status',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:00:00.000000','2026-01-01 02:20:00.000000',1055,X'8B468385C1723B2B','match',4);
INSERT INTO "outbox" VALUES(56,4,2,'board',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:10:00.000000','2026-01-01 02:30:00.000000',1056,X'D4E7EC489F81364C','match',4);
INSERT INTO "outbox" VALUES(57,4,2,'status',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:10:00.000000','2026-01-01 02:30:00.000000',1057,X'5D6DD72F2A376FAF','match',4);
INSERT INTO "outbox" VALUES(58,4,2,'board',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:10:00.000000','2026-01-01 02:30:00.000000',1058,X'B84BC48EA317210D','match',4);
INSERT INTO "outbox" VALUES(59,4,2,'status',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:10:00.000000','2026-01-01 02:30:00.000000',1059,X'AE043AAB43048CF1','match',4);
INSERT INTO "outbox" VALUES(60,4,2,'board',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:10:00.000000','2026-01-01 02:30:00.000000',1060,X'7CD33D4DCE7A78E5','match',4);
INSERT INTO "outbox" VALUES(61,4,2,'status',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:10:00.000000','2026-01-01 02:30:00.000000',1061,X'1163AA8C62159334','match',4);
INSERT INTO "outbox" VALUES(62,4,3,'board',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:20:00.000000','2026-01-01 02:30:00.000000',1062,X'296791A782EF900C','match',4);
INSERT INTO "outbox" VALUES(63,4,3,'status',905118230447616053,'{"role": "board"}',0,NULL,'2026-01-01 02:20:00.000000','2026-01-01 02:30:00.000000',1063,X'2524C9605A86E7DB','match',4);
INSERT INTO "outbox" VALUES(64,4,3,'board',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:20:00.000000','2026-01-01 02:30:00.000000',1064,X'71ACB89E48163181','match',4);
INSERT INTO "outbox" VALUES(65,4,3,'status',905118230447616066,'{"role": "team:0"}',0,NULL,'2026-01-01 02:20:00.000000','2026-01-01 02:30:00.000000',1065,X'FB18229EE84DE15B','match',4);
INSERT INTO "outbox" VALUES(66,4,3,'board',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:20:00.000000','2026-01-01 02:30:00.000000',1066,X'21D6449F692835CD','match',4);
INSERT INTO "outbox" VALUES(67,4,3,'status',905118230447616079,'{"role": "team:1"}',0,NULL,'2026-01-01 02:20:00.000000','2026-01-01 02:30:00.000000',1067,X'0B09231E13D13E2F','match',4);
INSERT INTO "outbox" VALUES(68,5,0,'board',905118230447616105,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 02:30:00.000000','2026-01-01 02:40:00.000000',1068,X'FD327B963FC23F6C','match',5);
INSERT INTO "outbox" VALUES(69,5,1,'board',905118230447616105,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 02:30:00.000000','2026-01-01 02:50:00.000000',1069,X'A5EFB2A4C56BFF9F','match',5);
INSERT INTO "outbox" VALUES(70,5,2,'board',905118230447616105,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 02:40:00.000000','2026-01-01 03:00:00.000000',1070,X'D760E82C66416ECB','match',5);
INSERT INTO "outbox" VALUES(71,5,2,'sealed',905118230447616105,'{"decision": 3}',0,NULL,'2026-01-01 02:50:00.000000','2026-01-01 03:10:00.000000',1071,X'642F4B5398DA83FA','match',5);
INSERT INTO "outbox" VALUES(72,5,2,'sealed',905118230447616105,'{"decision": 3}',0,NULL,'2026-01-01 03:00:00.000000','2026-01-01 03:20:00.000000',1072,X'D46CEF14B400E111','match',5);
INSERT INTO "outbox" VALUES(73,5,3,'board',905118230447616105,'{"role": "board", "calls": true, "opens": 3}',0,NULL,'2026-01-01 03:00:00.000000','2026-01-01 03:20:00.000000',1073,X'223970C9F3ACB8F4','match',5);
INSERT INTO "outbox" VALUES(74,5,4,'board',905118230447616105,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 03:10:00.000000','2026-01-01 03:20:00.000000',1074,X'AC233FDA06C51006','match',5);
INSERT INTO "outbox" VALUES(75,5,4,'sealed',905118230447616105,'{"decision": 6}',0,NULL,'2026-01-01 03:20:00.000000','2026-01-01 03:20:00.000000',1075,X'DF52B689BADE18B1','match',5);
INSERT INTO "outbox" VALUES(76,6,0,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 03:20:00.000000','2026-01-01 03:20:00.000000',1076,X'8FFBFF628D2FE730','match',6);
INSERT INTO "outbox" VALUES(77,6,1,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 03:20:00.000000','2026-01-01 03:30:00.000000',1077,X'CE8FC2FD9341C1F1','match',6);
INSERT INTO "outbox" VALUES(78,6,2,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 03:30:00.000000','2026-01-01 03:40:00.000000',1078,X'A3BE6FD718D5DA54','match',6);
INSERT INTO "outbox" VALUES(79,6,3,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 03:40:00.000000','2026-01-01 03:50:00.000000',1079,X'11482C0DF4652471','match',6);
INSERT INTO "outbox" VALUES(80,6,4,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 03:50:00.000000','2026-01-01 04:00:00.000000',1080,X'9984350F5D8E043D','match',6);
INSERT INTO "outbox" VALUES(81,6,5,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:00:00.000000','2026-01-01 04:10:00.000000',1081,X'42217A92E8E7D7A5','match',6);
INSERT INTO "outbox" VALUES(82,6,6,'board',905118230447616118,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:10:00.000000','2026-01-01 04:20:00.000000',1082,X'A89AA01742FA92C8','match',6);
INSERT INTO "outbox" VALUES(83,7,0,'board',905118230447616131,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:20:00.000000','2026-01-01 04:20:00.000000',1083,X'89A9F72F2A93843F','match',7);
INSERT INTO "outbox" VALUES(84,7,1,'board',905118230447616131,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:20:00.000000','2026-01-01 04:30:00.000000',1084,X'31AEFBD93D80DBB4','match',7);
INSERT INTO "outbox" VALUES(85,7,2,'board',905118230447616131,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:30:00.000000','2026-01-01 04:40:00.000000',1085,X'4C5BF7DBD58269E7','match',7);
INSERT INTO "outbox" VALUES(86,7,3,'board',905118230447616131,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:40:00.000000','2026-01-01 04:50:00.000000',1086,X'5B6A42AB00B3A83F','match',7);
INSERT INTO "outbox" VALUES(87,7,4,'board',905118230447616131,'{"role": "board", "calls": true}',0,NULL,'2026-01-01 04:50:00.000000','2026-01-01 05:00:00.000000',1087,X'C8823681CCCB9E87','match',7);
INSERT INTO "outbox" VALUES(88,7,5,'ended',905118230447616131,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 05:00:00.000000',1088,X'29A5950716BA5314','match',7);
INSERT INTO "outbox" VALUES(89,8,0,'board',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 05:10:00.000000',1089,X'D8F19FED366CE985','match',8);
INSERT INTO "outbox" VALUES(90,8,0,'status',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 05:10:00.000000',1090,X'C13362D6B6CD30A5','match',8);
INSERT INTO "outbox" VALUES(91,8,1,'board',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 05:20:00.000000',1091,X'B7BE72DF9151D529','match',8);
INSERT INTO "outbox" VALUES(92,8,1,'status',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:00:00.000000','2026-01-01 05:20:00.000000',1092,X'0E5CFC242CA95EB3','match',8);
INSERT INTO "outbox" VALUES(93,8,2,'board',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:10:00.000000','2026-01-01 05:30:00.000000',1093,X'8151C31EB4B6635C','match',8);
INSERT INTO "outbox" VALUES(94,8,2,'status',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:10:00.000000','2026-01-01 05:30:00.000000',1094,X'E537761CDF59BEFA','match',8);
INSERT INTO "outbox" VALUES(95,8,3,'board',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:20:00.000000','2026-01-01 05:30:00.000000',1095,X'857D3F59716A538D','match',8);
INSERT INTO "outbox" VALUES(96,8,3,'status',905118230447616144,'{"role": "board"}',0,NULL,'2026-01-01 05:20:00.000000','2026-01-01 05:30:00.000000',1096,X'6C655B7B5F512F50','match',8);
INSERT INTO "outbox" VALUES(97,8,4,'board',905118230447616144,'{"role": "board", "note": {"template": "**{new}** plays on for {old}.", "values": {"new": {"person": 6}, "old": {"person": 1}}}}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1097,X'C8738DA5071D4F5D','match',8);
INSERT INTO "outbox" VALUES(98,8,4,'status',905118230447616144,'{"role": "board", "note": {"template": "**{new}** plays on for {old}.", "values": {"new": {"person": 6}, "old": {"person": 1}}}}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1098,X'E080DF37DA383F40','match',8);
INSERT INTO "outbox" VALUES(99,8,4,'request',905118230447616144,'{"welcome": 6, "seat": 1}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1099,X'5497982C69B6FDFB','match',8);
INSERT INTO "outbox" VALUES(100,8,4,'request',905118230447616144,'{"request": 1}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1100,X'9AC23602001FE35A','match',8);
INSERT INTO "outbox" VALUES(101,4,3,'notice',905118230447616053,'{"text": {"template": "{player} announced a vacation. Their clock is paused meanwhile.", "values": {"player": {"seat": 2}, "from": "<t:1772323200:f>", "until": "<t:1772755200:f>"}}}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1101,X'F33B19A66D7EE434','match',4);
INSERT INTO "outbox" VALUES(102,4,3,'notice',905118230447616066,'{"text": {"template": "{player} announced a vacation. Their clock is paused meanwhile.", "values": {"player": {"seat": 2}, "from": "<t:1772323200:f>", "until": "<t:1772755200:f>"}}}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1102,X'10C5B52F3C187180','match',4);
INSERT INTO "outbox" VALUES(103,4,3,'notice',905118230447616079,'{"text": {"template": "{player} announced a vacation. Their clock is paused meanwhile.", "values": {"player": {"seat": 2}, "from": "<t:1772323200:f>", "until": "<t:1772755200:f>"}}}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1103,X'204B2D2CC799B7DC','match',4);
INSERT INTO "outbox" VALUES(104,5,4,'notice',905118230447616105,'{"text": {"template": "{player} is on vacation from {from} until {until}. Their clock is paused meanwhile.", "values": {"player": {"seat": 2}, "from": "<t:1772323200:f>", "until": "<t:1772755200:f>"}}}',0,NULL,'2026-01-01 05:30:00.000000','2026-01-01 05:30:00.000000',1104,X'1C7FBD34C3BF520E','match',5);
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
INSERT INTO "pairing_seats" VALUES(1,1,1,3,'2026-01-01 05:30:00.000000',0);
INSERT INTO "pairing_seats" VALUES(1,2,2,4,'2026-01-01 05:30:00.000000',0);
CREATE TABLE pairings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	options JSON NOT NULL, 
	clock JSON, 
	status VARCHAR NOT NULL, 
	message_id BIGINT, 
	match_id INTEGER, 
	created_at DATETIME NOT NULL, 
	starts_at DATETIME, 
	CONSTRAINT ck_pairings_status CHECK (status IN ('found', 'announced', 'ordered', 'started', 'off')), 
	CONSTRAINT fk_pairings_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "pairings" VALUES(1,819730105112428544,905118230447616157,'replicants','2','[]',NULL,'found',NULL,NULL,'2026-01-01 05:30:00.000000',NULL);
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
INSERT INTO "pairs" VALUES(819730105112428544,1,2,'replicants',1,0,1,0);
INSERT INTO "pairs" VALUES(819730105112428544,1,3,'replicants',1,0,1,0);
INSERT INTO "pairs" VALUES(819730105112428544,2,1,'replicants',1,1,0,120);
INSERT INTO "pairs" VALUES(819730105112428544,3,1,'replicants',1,1,0,120);
INSERT INTO "pairs" VALUES(819730105112428544,3,4,'replica',1,1,0,120);
INSERT INTO "pairs" VALUES(819730105112428544,4,3,'replica',1,0,1,0);
CREATE TABLE people (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account BIGINT, 
	kind VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	deleted_at DATETIME, 
	checksum BLOB, 
	CONSTRAINT ck_people_kind CHECK (kind IN ('human', 'computer')), 
	CONSTRAINT ck_people_account CHECK (account IS NULL OR (kind = 'human' AND deleted_at IS NULL)), 
	CONSTRAINT uq_people_account UNIQUE (account)
);
INSERT INTO "people" VALUES(1,276301852911271937,'human','2026-01-01 00:00:00.000000',NULL,X'98A46931BDE19698');
INSERT INTO "people" VALUES(2,198452003347628033,'human','2026-01-01 00:00:00.000000',NULL,X'C3C0115AEE6E82CD');
INSERT INTO "people" VALUES(3,612280137059893248,'human','2026-01-01 00:00:00.000000',NULL,X'746A0899BC479752');
INSERT INTO "people" VALUES(4,88214507336974336,'human','2026-01-01 00:00:00.000000',NULL,X'1EE683B0B5069565');
INSERT INTO "people" VALUES(5,744619225410322482,'human','2026-01-01 00:00:00.000000',NULL,X'B740169F1F2F1B9C');
INSERT INTO "people" VALUES(6,530917224488173568,'human','2026-01-01 00:00:00.000000',NULL,X'64029AC7B767A0C4');
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
INSERT INTO "person_totals" VALUES(819730105112428544,1,'replicants','2',1,1,0,0,1,0,2);
INSERT INTO "person_totals" VALUES(819730105112428544,1,'replicants','3',1,1,0,0,1,0,2);
INSERT INTO "person_totals" VALUES(819730105112428544,2,'replicants','2',2,1,1,0,0,120,2);
INSERT INTO "person_totals" VALUES(819730105112428544,3,'replica','2',1,1,1,0,0,120,1);
INSERT INTO "person_totals" VALUES(819730105112428544,3,'replicants','3',3,1,0,1,0,90,2);
INSERT INTO "person_totals" VALUES(819730105112428544,4,'replica','2',2,1,0,0,1,0,1);
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
INSERT INTO "places" VALUES(1,'board',905118230447616001,0,X'90F8C6EE491589E1');
INSERT INTO "places" VALUES(2,'board',905118230447616014,0,X'AA935763A1F1C491');
INSERT INTO "places" VALUES(3,'board',905118230447616027,0,X'4D1DF77AEC784F3E');
INSERT INTO "places" VALUES(4,'board',905118230447616053,1,X'87248F04FAA2B9BB');
INSERT INTO "places" VALUES(4,'category',905118230447616040,0,X'115273BD04CEF4C7');
INSERT INTO "places" VALUES(4,'team:0',905118230447616066,1,X'A03B804083CE1F28');
INSERT INTO "places" VALUES(4,'team:1',905118230447616079,1,X'91C051DC840AE4C6');
INSERT INTO "places" VALUES(5,'board',905118230447616105,1,X'701165AC31B20D1A');
INSERT INTO "places" VALUES(6,'board',905118230447616118,1,X'B8E5CE460EE87B6F');
INSERT INTO "places" VALUES(7,'board',905118230447616131,0,X'90D8730EB4931FCE');
INSERT INTO "places" VALUES(8,'board',905118230447616144,1,X'9F63419E3BDBE45F');
CREATE TABLE plans (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	tree JSON NOT NULL, 
	at DATETIME NOT NULL, checksum BLOB, 
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
	ping BOOLEAN NOT NULL, nudges VARCHAR DEFAULT 'channel' NOT NULL, zone VARCHAR, quiet_from INTEGER, quiet_until INTEGER, free_weekends BOOLEAN DEFAULT 0 NOT NULL, digest_hour INTEGER, appear VARCHAR DEFAULT 'server' NOT NULL, 
	CONSTRAINT pk_player_settings PRIMARY KEY (person_id)
);
INSERT INTO "player_settings" VALUES(1,NULL,NULL,NULL,0,1,'channel','Europe/Paris',NULL,NULL,0,NULL,'server');
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
INSERT INTO "pools" VALUES(1,819730105112428544,'replicants','2','','openskill 6.2.0 PlackettLuce',1,X'E586FBF83E3ABEF8');
INSERT INTO "pools" VALUES(2,819730105112428544,'replicants','3','','openskill 6.2.0 PlackettLuce',1,X'A6B5848948A28F83');
INSERT INTO "pools" VALUES(3,819730105112428544,'replica','2','','openskill 6.2.0 PlackettLuce',1,X'E9097276AE553961');
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
INSERT INTO "rating_changes" VALUES(1,1,1,1,1,1,'end',NULL,25.0,8.33333333333333392545e+00,2.23646105068595026912e+01,8.06590141354368,1,'2026-01-01 00:40:00.000000',X'60C927D0A256248F');
INSERT INTO "rating_changes" VALUES(2,1,1,1,1,2,'end',NULL,25.0,8.33333333333333392545e+00,2.76353894931404973087e+01,8.06590141354368,1,'2026-01-01 00:40:00.000000',X'4AFEB68CFBFA4511');
INSERT INTO "rating_changes" VALUES(3,1,1,1,1,1,'correction',1,2.23646105068595026912e+01,8.06590141354368,2.76353894931404973087e+01,8.06590141354368,1,'2026-01-01 00:40:00.000000',X'6053472AB06D3B9D');
INSERT INTO "rating_changes" VALUES(4,1,1,1,1,2,'correction',1,2.76353894931404973087e+01,8.06590141354368,2.23646105068595026912e+01,8.06590141354368,1,'2026-01-01 00:40:00.000000',X'80A106A7D147070E');
INSERT INTO "rating_changes" VALUES(5,1,1,1,1,1,'correction',2,2.76353894931404973087e+01,8.06590141354368,2.23646105068595026912e+01,8.06590141354368,1,'2026-01-01 00:40:00.000000',X'F5511936F781654E');
INSERT INTO "rating_changes" VALUES(6,1,1,1,1,2,'correction',2,2.23646105068595026912e+01,8.06590141354368,2.76353894931404973087e+01,8.06590141354368,1,'2026-01-01 00:40:00.000000',X'D488ACB86A8CDDFE');
INSERT INTO "rating_changes" VALUES(7,2,1,1,2,1,'end',NULL,25.0,8.33333333333333392545e+00,2.35654756596252852314e+01,8.20524337739799314306e+00,1,'2026-01-01 01:40:00.000000',X'CD5BF1516F93A0F8');
INSERT INTO "rating_changes" VALUES(8,2,1,1,2,3,'end',NULL,25.0,8.33333333333333392545e+00,2.57172621701873573831e+01,8.20524337739799314306e+00,1,'2026-01-01 01:40:00.000000',X'466ACD04C0F6C43C');
INSERT INTO "rating_changes" VALUES(9,3,1,1,3,3,'end',NULL,25.0,8.33333333333333392545e+00,2.76353894931404973087e+01,8.06590141354368,1,'2026-01-01 02:00:00.000000',X'2F66CFDB0C7D4FAA');
INSERT INTO "rating_changes" VALUES(10,3,1,1,3,4,'end',NULL,25.0,8.33333333333333392545e+00,2.23646105068595026912e+01,8.06590141354368,1,'2026-01-01 02:00:00.000000',X'EB742721F28224E0');
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
INSERT INTO "ratings" VALUES(1,1,2.23646105068595026912e+01,8.06590141354368,1,1,'2026-01-01 00:40:00.000000',X'96DF1E7D9A489B9D');
INSERT INTO "ratings" VALUES(1,2,2.76353894931404973087e+01,8.06590141354368,1,1,'2026-01-01 00:40:00.000000',X'074C67673C027D75');
INSERT INTO "ratings" VALUES(2,1,2.35654756596252852314e+01,8.20524337739799314306e+00,1,1,'2026-01-01 01:40:00.000000',X'C17BECF165B78612');
INSERT INTO "ratings" VALUES(2,3,2.57172621701873573831e+01,8.20524337739799314306e+00,1,1,'2026-01-01 01:40:00.000000',X'6F0BC5E9488265C3');
INSERT INTO "ratings" VALUES(3,3,2.76353894931404973087e+01,8.06590141354368,1,1,'2026-01-01 02:00:00.000000',X'238F06F0E8A9A939');
INSERT INTO "ratings" VALUES(3,4,2.23646105068595026912e+01,8.06590141354368,1,1,'2026-01-01 02:00:00.000000',X'48216AA9218E784E');
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
INSERT INTO "rematch_votes" VALUES(1,1,'2026-01-01 00:40:00.000000',X'55FDAC2797542093');
INSERT INTO "rematch_votes" VALUES(2,3,'2026-01-01 01:40:00.000000',X'521892CFE321FF52');
CREATE TABLE rematches (
	match_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	status VARCHAR NOT NULL, 
	why JSON, 
	message_id BIGINT, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	checksum BLOB, 
	CONSTRAINT pk_rematches PRIMARY KEY (match_id), 
	CONSTRAINT ck_rematches_status CHECK (status IN ('open', 'ordered', 'declined', 'lapsed', 'failed')), 
	CONSTRAINT fk_rematches_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "rematches" VALUES(1,819730105112428544,'open',NULL,NULL,'2026-01-01 00:40:00.000000',NULL,X'80E16808CA4ED86C');
INSERT INTO "rematches" VALUES(2,819730105112428544,'declined',NULL,NULL,'2026-01-01 01:40:00.000000','2026-01-01 01:40:00.000000',X'B9C1817470A06BF1');
CREATE TABLE "requests" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
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
	subject VARCHAR NOT NULL, 
	subject_id BIGINT NOT NULL, 
	CONSTRAINT fk_requests_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT ck_requests_status CHECK (status IN ('open', 'accepted', 'refused', 'withdrawn', 'outdated')), 
	CONSTRAINT ck_requests_subject CHECK ((subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id))
);
INSERT INTO "requests" VALUES(1,8,4,'pause',2,5,'{"days": 2, "asked": [1]}','[]','open','2026-01-01 05:30:00.000000',NULL,X'381CE0387C1AFA6F','match',8);
CREATE TABLE results (
	match_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
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
	CONSTRAINT pk_results PRIMARY KEY (match_id, revision, seat), 
	CONSTRAINT ck_results_why CHECK (counted = (why IS NULL)), 
	CONSTRAINT ck_results_rated CHECK (rated IN ('full', 'gain', 'hold', 'out')), 
	CONSTRAINT ck_results_gave_up CHECK (gave_up IN ('resigned', 'time')), 
	CONSTRAINT ck_results_merit CHECK ((category IS NULL) = (merit IS NULL))
)
 WITHOUT ROWID

;
INSERT INTO "results" VALUES(1,0,1,819730105112428544,'replicants','2','[]',1,NULL,1,1,0,2,2,2,2,0,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','forfeit',1,NULL,'full',1,1,'resigned','E/3G9/E',600,2,NULL,X'43840B8CB5E523DD');
INSERT INTO "results" VALUES(1,0,2,819730105112428544,'replicants','2','[]',1,NULL,2,2,0,2,2,2,1,120,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','forfeit',1,NULL,'full',2,1,NULL,'E/2E3F4/D1-',1200,2,NULL,X'32117AE4829FEEAF');
INSERT INTO "results" VALUES(1,1,1,819730105112428544,'replicants','2','[]',1,NULL,1,1,0,2,2,2,1,120,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','adjudicated',1,NULL,'full',1,1,'resigned','E/3G9/E',600,2,NULL,X'944D78C77741588C');
INSERT INTO "results" VALUES(1,1,2,819730105112428544,'replicants','2','[]',1,NULL,2,2,0,2,2,2,2,0,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','adjudicated',1,NULL,'full',2,1,NULL,'E/2E3F4/D1-',1200,2,NULL,X'7D2E672CB2A78AA9');
INSERT INTO "results" VALUES(1,2,1,819730105112428544,'replicants','2','[]',1,NULL,1,1,0,2,2,2,2,0,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','forfeit',1,NULL,'full',1,1,'resigned','E/3G9/E',600,2,NULL,X'079E96068DD05D68');
INSERT INTO "results" VALUES(1,2,2,819730105112428544,'replicants','2','[]',1,NULL,2,2,0,2,2,2,1,120,NULL,NULL,NULL,'2026-01-01 00:00:00.000000','2026-01-01 00:40:00.000000','forfeit',1,NULL,'full',2,1,NULL,'E/2E3F4/D1-',1200,2,NULL,X'8351DF5E14AD3CCE');
INSERT INTO "results" VALUES(2,0,1,819730105112428544,'replicants','3','[]',2,NULL,1,1,0,2,2,2,3,0,0,NULL,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','forfeit',1,NULL,'full',1,1,'resigned','E/2D7D6/F8+',0,2,NULL,X'6F22443F5E492389');
INSERT INTO "results" VALUES(2,0,2,819730105112428544,'replicants','3','[]',2,NULL,2,5,0,2,1,1,1,90,0,NULL,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','forfeit',1,NULL,'hold',2,1,NULL,'E/2G4F4/E',1200,2,NULL,X'73131CAFEC76CC45');
INSERT INTO "results" VALUES(2,0,3,819730105112428544,'replicants','3','[]',2,NULL,3,3,0,2,2,2,1,90,0,NULL,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','forfeit',1,NULL,'full',3,1,NULL,'E/3A4/C3+',1200,2,NULL,X'D5CE510C81C81696');
INSERT INTO "results" VALUES(2,1,1,819730105112428544,'replicants','3','[]',2,NULL,1,1,0,2,2,2,3,0,0,NULL,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','forfeit',1,NULL,'full',1,1,'resigned','E/2D7D6/F8+',0,2,NULL,X'C1B2FB4759409BBC');
INSERT INTO "results" VALUES(2,1,2,819730105112428544,'replicants','3','[]',2,NULL,2,5,1,2,1,1,1,90,0,NULL,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','forfeit',1,NULL,'hold',2,1,NULL,'E/2G4F4/E',1200,2,NULL,X'805F9C9451326A4A');
INSERT INTO "results" VALUES(2,1,3,819730105112428544,'replicants','3','[]',2,NULL,3,3,0,2,2,2,1,90,0,NULL,NULL,'2026-01-01 00:40:00.000000','2026-01-01 01:40:00.000000','forfeit',1,NULL,'full',3,1,NULL,'E/3A4/C3+',1200,2,NULL,X'80D2FA6C370CF8F9');
INSERT INTO "results" VALUES(3,0,1,819730105112428544,'replica','2','[["king_power", "none"], ["sight", "all"]]',3,NULL,3,3,0,1,1,1,1,120,NULL,NULL,NULL,'2026-01-01 01:40:00.000000','2026-01-01 02:00:00.000000','forfeit',1,NULL,'full',3,1,NULL,'b3-c4',0,1,NULL,X'DECC0AD2A389D367');
INSERT INTO "results" VALUES(3,0,2,819730105112428544,'replica','2','[["king_power", "none"], ["sight", "all"]]',3,NULL,4,4,0,1,1,1,2,0,NULL,NULL,NULL,'2026-01-01 01:40:00.000000','2026-01-01 02:00:00.000000','forfeit',1,NULL,'full',4,1,'resigned','g7-g4',600,1,NULL,X'6174D63BFC146D12');
INSERT INTO "results" VALUES(7,0,1,819730105112428544,'mutants','solo','[["boss", "wizard"], ["limits", "none"], ["ultra", "no"]]',NULL,NULL,2,2,0,4,4,4,2,NULL,'[1, 42]','boss=wizard;limits=none;ultra=no',1957,'2026-01-01 04:20:00.000000','2026-01-01 05:00:00.000000','forfeit',0,'solo',NULL,NULL,NULL,'resigned','Y',1800,4,NULL,X'5379BDF595EA9043');
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
	at DATETIME NOT NULL, checksum BLOB, 
	CONSTRAINT pk_sealed_choices PRIMARY KEY (match_id, decision, seat), 
	CONSTRAINT fk_sealed_choices_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "sealed_choices" VALUES(5,4,1,'25C-13','2026-01-01 03:20:00.000000',X'2A4718D86BA1B50E');
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
INSERT INTO "seeks" VALUES(1,819730105112428544,905118230447616157,3,'replicants','2','[]',NULL,0,4000,1,1,'open','2026-01-01 05:30:00.000000','2026-01-31 05:30:00.000000','2026-01-01 05:30:00.000000');
INSERT INTO "seeks" VALUES(2,819730105112428544,905118230447616170,4,'replicants','2','[]',NULL,0,4000,1,1,'open','2026-01-01 05:30:00.000000','2026-01-31 05:30:00.000000','2026-01-01 05:30:00.000000');
INSERT INTO "seeks" VALUES(3,819730105112428544,905118230447616183,5,'replicants','2','[]',NULL,1900,4000,1,1,'open','2026-01-01 05:30:00.000000','2026-01-31 05:30:00.000000','2026-01-01 05:30:00.000000');
CREATE TABLE server_settings (
	guild_id BIGINT NOT NULL, 
	silence_blocks_start BOOLEAN NOT NULL, 
	transcript_days INTEGER NOT NULL, 
	palette VARCHAR, 
	dark BOOLEAN NOT NULL, 
	language VARCHAR, organiser_role_id BIGINT, table_days INTEGER DEFAULT 14 NOT NULL, program_matches INTEGER DEFAULT 100 NOT NULL, 
	CONSTRAINT pk_server_settings PRIMARY KEY (guild_id)
);
INSERT INTO "server_settings" VALUES(819730105112428544,0,7,NULL,1,NULL,NULL,9,7);
CREATE TABLE silence_log (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	match_id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	channel_id BIGINT, 
	person_id BIGINT, 
	detail JSON NOT NULL, 
	at DATETIME NOT NULL, checksum BLOB, 
	CONSTRAINT fk_silence_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
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
	CONSTRAINT fk_starts_match_id FOREIGN KEY(match_id) REFERENCES matches (id), 
	CONSTRAINT uq_starts_origin UNIQUE (origin)
);
INSERT INTO "starts" VALUES(1,819730105112428544,905118230447616209,'thread','replicants','2','[]','[[1, 1], [2, 2]]','trial:1','{}','',0,NULL,'waiting',1,0,'[]',NULL,NULL,'2026-01-01 05:30:00.000000',NULL,X'11E5D9FC7FC4A795');
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
INSERT INTO "table_loadouts" VALUES(6,5,X'F7F228207C7953AE226BAABEF9718F83','AND+AND+WRE+WRE+EVA+EVA+PYR+PYR+BUF+BUF+KRU+KRU',X'A2E140EC1C2CA54E');
CREATE TABLE "table_seats" (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person_id BIGINT, 
	invited BOOLEAN NOT NULL, 
	checksum BLOB, 
	CONSTRAINT pk_table_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_table_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_table_seats_table_id_person_id UNIQUE (table_id, person_id)
)
 WITHOUT ROWID

;
INSERT INTO "table_seats" VALUES(1,1,1,0,X'BF6512101ADCD10E');
INSERT INTO "table_seats" VALUES(1,2,2,0,X'A9436C7986F5E8C0');
INSERT INTO "table_seats" VALUES(2,1,1,0,X'14F428821B8D7865');
INSERT INTO "table_seats" VALUES(2,2,2,0,X'738AEE84B645C114');
INSERT INTO "table_seats" VALUES(2,3,3,0,X'BBE0EBFBAEE99D0C');
INSERT INTO "table_seats" VALUES(3,1,3,0,X'33142BC22D466477');
INSERT INTO "table_seats" VALUES(3,2,4,0,X'B7C3B89AEB9473E7');
INSERT INTO "table_seats" VALUES(4,1,1,0,X'47665EBDBE3DB0B3');
INSERT INTO "table_seats" VALUES(4,2,2,0,X'1BCB1159A1E91054');
INSERT INTO "table_seats" VALUES(4,3,3,0,X'FC6516A3C924E81C');
INSERT INTO "table_seats" VALUES(4,4,4,0,X'1A57225CE0A916B9');
INSERT INTO "table_seats" VALUES(5,1,1,0,X'0A9C0CE304B31EC0');
INSERT INTO "table_seats" VALUES(5,2,2,0,X'D364FBF3FF7D92C8');
INSERT INTO "table_seats" VALUES(6,1,5,0,X'F73532E67B1A15E6');
INSERT INTO "table_seats" VALUES(6,2,6,0,X'56FB683079F6F92E');
INSERT INTO "table_seats" VALUES(7,1,2,0,X'7447525FB83B592B');
INSERT INTO "table_seats" VALUES(8,1,1,0,X'DFC524C0C94D6FD8');
INSERT INTO "table_seats" VALUES(8,2,5,0,X'884F35235538C725');
INSERT INTO "table_seats" VALUES(9,1,4,0,X'5E5EA0AAF98C5735');
INSERT INTO "table_seats" VALUES(9,2,3,1,X'421954B1A096971F');
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
	created_at DATETIME NOT NULL, terms JSON DEFAULT '{}' NOT NULL, position VARCHAR DEFAULT '' NOT NULL, checksum BLOB, lapsed BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT ck_tables_place CHECK (place IN ('here', 'thread', 'channels')), 
	CONSTRAINT ck_tables_status CHECK (status IN ('open', 'started', 'cancelled')), 
	CONSTRAINT fk_tables_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "tables" VALUES(1,819730105112428544,905118230447616001,'replicants','2','[]','here',1,'started',NULL,1,2,'2026-01-01 00:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'C2CE36FF58FF0792',0);
INSERT INTO "tables" VALUES(2,819730105112428544,905118230447616014,'replicants','3','[]','here',1,'started',NULL,2,3,'2026-01-01 00:40:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'E62F01D9F972D5FD',0);
INSERT INTO "tables" VALUES(3,819730105112428544,905118230447616027,'replica','2','[]','here',3,'started',NULL,3,2,'2026-01-01 01:40:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'0B8A7D82E1A14243',0);
INSERT INTO "tables" VALUES(4,819730105112428544,905118230447616092,'replicants','teams','[]','channels',1,'started',NULL,4,4,'2026-01-01 02:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'1D071E2766390E60',0);
INSERT INTO "tables" VALUES(5,819730105112428544,905118230447616105,'apex','2','[]','here',1,'started',NULL,5,2,'2026-01-01 02:30:00.000000','{"clock": {"kind": "turn", "per_turn": 604800, "start": 259200, "gain": 43200, "cap": 432000}, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": false}','',X'55AEAFA181EBEE25',0);
INSERT INTO "tables" VALUES(6,819730105112428544,905118230447616118,'mutants','2','[["reserve", "constructed"]]','here',5,'started',NULL,6,3,'2026-01-01 03:20:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'BB81DE1BFE2BA181',0);
INSERT INTO "tables" VALUES(7,819730105112428544,905118230447616131,'mutants','solo','[]','here',2,'started',NULL,7,1,'2026-01-01 04:20:00.000000','{"clock": null, "timeout": "forfeit", "undo": "free", "vacation": false, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'85B9BD1D9C0250A9',0);
INSERT INTO "tables" VALUES(8,819730105112428544,905118230447616144,'replicants','2','[]','here',1,'started',NULL,8,2,'2026-01-01 05:00:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'44E48BEA10892F45',0);
INSERT INTO "tables" VALUES(9,819730105112428544,905118230447616196,'replica','2','[]','thread',4,'open',NULL,NULL,0,'2026-01-01 05:30:00.000000','{"clock": null, "timeout": "forfeit", "undo": "consent", "vacation": true, "weekend": false, "rests": true, "automatic": false, "quiet": null, "shows_chosen": false, "rated": true}','',X'CAFD45F8AC08EDAC',0);
CREATE TABLE vacations (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	person_id BIGINT NOT NULL, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	announced_at DATETIME NOT NULL, 
	CONSTRAINT ck_vacations_order CHECK (starts_at < ends_at)
);
INSERT INTO "vacations" VALUES(1,2,'2026-03-01 00:00:00.000000','2026-03-06 00:00:00.000000','2026-01-01 05:30:00.000000');
CREATE TABLE watches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	target_id BIGINT NOT NULL, 
	quiet BOOLEAN NOT NULL, 
	person_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT ck_watches_kind CHECK (kind IN ('match', 'player', 'league', 'server')), 
	CONSTRAINT uq_watches_channel_id_kind_target_id UNIQUE (channel_id, kind, target_id)
);
CREATE INDEX ix_deadlines_due_at ON deadlines (due_at);
CREATE INDEX ix_matches_live ON matches (guild_id) WHERE ended_at IS NULL;
CREATE INDEX ix_places_channel_id_match_id ON places (channel_id, match_id);
CREATE UNIQUE INDEX uq_places_busy ON places (channel_id) WHERE busy IS 1;
CREATE INDEX ix_silence_log_match_id ON silence_log (match_id);
CREATE INDEX ix_tables_open ON tables (channel_id) WHERE match_id IS NULL;
CREATE INDEX ix_watches_guild_id_kind_target_id ON watches (guild_id, kind, target_id);
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE INDEX ix_matches_guild_id ON matches (guild_id);
CREATE INDEX ix_tables_match_id ON tables (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_matches_parked ON matches (guild_id) WHERE status = 'parked';
CREATE INDEX ix_matches_ended_at ON matches (ended_at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX ix_vacations_person_id ON vacations (person_id);
CREATE INDEX ix_match_seats_live ON match_seats (person_id) WHERE live IS 1;
CREATE INDEX ix_member_names_person_id ON member_names (person_id);
CREATE INDEX ix_outbox_due ON outbox (channel_id, id) WHERE done_at IS NULL;
CREATE INDEX ix_outbox_posted ON outbox (channel_id, match_id, kind, seq) WHERE message_id IS NOT NULL;
CREATE INDEX ix_requests_open ON requests (match_id) WHERE decided_at IS NULL;
CREATE INDEX ix_requests_match_id ON requests (match_id);
CREATE INDEX ix_audit_log_match_id ON audit_log (match_id);
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added to'); END;
CREATE TRIGGER silence_log_no_update BEFORE UPDATE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER silence_log_no_delete BEFORE DELETE ON silence_log BEGIN SELECT RAISE(ABORT, 'silence_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log are only ever added to'); END;
CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);
CREATE INDEX ix_results_starter ON results (guild_id, starter_id, ended_at);
CREATE INDEX ix_results_finisher ON results (guild_id, finisher_id, ended_at) WHERE finisher_id != starter_id;
CREATE INDEX ix_results_pool ON results (pool_id, pool_no, seat) WHERE pool_no IS NOT NULL;
CREATE INDEX ix_results_best ON results (guild_id, game, mode, category, merit) WHERE merit IS NOT NULL;
CREATE INDEX ix_feature_totals_matches ON feature_totals (guild_id, game, mode, feature, matches);
CREATE TRIGGER results_no_update BEFORE UPDATE ON results BEGIN SELECT RAISE(ABORT, 'results are only ever added to'); END;
CREATE TRIGGER results_no_delete BEFORE DELETE ON results BEGIN SELECT RAISE(ABORT, 'results are only ever added to'); END;
CREATE TRIGGER corrections_no_update BEFORE UPDATE ON corrections BEGIN SELECT RAISE(ABORT, 'corrections are only ever added to'); END;
CREATE TRIGGER corrections_no_delete BEFORE DELETE ON corrections BEGIN SELECT RAISE(ABORT, 'corrections are only ever added to'); END;
CREATE INDEX ix_tables_waiting ON tables (guild_id) WHERE status = 'open';
CREATE INDEX ix_rating_changes_pool_id_pool_no ON rating_changes (pool_id, pool_no);
CREATE INDEX ix_rating_changes_pool_id_person_id ON rating_changes (pool_id, person_id);
CREATE INDEX ix_rating_changes_later ON rating_changes (pool_id) WHERE kind != 'end';
CREATE INDEX ix_ratings_pool_id_mu ON ratings (pool_id, mu);
CREATE INDEX ix_ratings_person_id ON ratings (person_id);
CREATE TRIGGER rating_changes_no_update BEFORE UPDATE ON rating_changes BEGIN SELECT RAISE(ABORT, 'rating_changes are only ever added to'); END;
CREATE TRIGGER rating_changes_no_delete BEFORE DELETE ON rating_changes BEGIN SELECT RAISE(ABORT, 'rating_changes are only ever added to'); END;
CREATE INDEX ix_starts_live ON starts (guild_id) WHERE live IS 1;
CREATE INDEX ix_starts_match_id ON starts (match_id) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX uq_matches_origin ON matches (origin) WHERE origin IS NOT NULL;
CREATE TRIGGER erasures_no_update BEFORE UPDATE ON erasures BEGIN SELECT RAISE(ABORT, 'erasures are only ever added to'); END;
CREATE TRIGGER erasures_no_delete BEFORE DELETE ON erasures BEGIN SELECT RAISE(ABORT, 'erasures are only ever added to'); END;
CREATE INDEX ix_player_settings_hidden ON player_settings (person_id) WHERE appear != 'server';
CREATE INDEX ix_people_gone ON people (id) WHERE account IS NULL;
CREATE INDEX ix_seeks_person_id ON seeks (person_id);
CREATE INDEX ix_seeks_open ON seeks (guild_id, game) WHERE status = 'open';
CREATE INDEX ix_pairings_match_id ON pairings (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_pairing_seats_seek_id ON pairing_seats (seek_id);
CREATE INDEX ix_pairing_seats_person_id_pairing_id ON pairing_seats (person_id, pairing_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',104);
INSERT INTO "sqlite_sequence" VALUES('audit_log',8);
INSERT INTO "sqlite_sequence" VALUES('requests',1);
INSERT INTO "sqlite_sequence" VALUES('people',6);
INSERT INTO "sqlite_sequence" VALUES('tables',9);
INSERT INTO "sqlite_sequence" VALUES('matches',8);
INSERT INTO "sqlite_sequence" VALUES('pools',3);
INSERT INTO "sqlite_sequence" VALUES('rating_changes',10);
INSERT INTO "sqlite_sequence" VALUES('corrections',3);
INSERT INTO "sqlite_sequence" VALUES('seeks',3);
INSERT INTO "sqlite_sequence" VALUES('pairings',1);
INSERT INTO "sqlite_sequence" VALUES('vacations',1);
INSERT INTO "sqlite_sequence" VALUES('starts',1);
COMMIT;
