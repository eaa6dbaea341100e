-- works-with: 0013
-- What people mend in transcripts. `revision` is greater than all before it of the job, also after an undo.
create table edited_transcripts (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  workspace_id text collate "C" not null,
  -- Number of lines as heard, so that an edit need not read the results.
  lines integer not null,
  revision integer not null,
  -- How the heard brands follow from the revision `heard_revision`, which a worker makes; null before the first time.
  heard jsonb,
  heard_revision integer not null default 0,
  -- When a worker looks at the revisions since; nobody else does until then.
  heard_due_at timestamptz(3) not null
);
create index edited_transcripts_due on edited_transcripts (workspace_id, job_id) where heard_revision < revision;
-- The last revision of a line stands; the earlier ones are there to be undone.
create table transcript_edits (
  job_id text collate "C" not null references jobs (id) on delete cascade,
  line integer not null,
  revision integer not null,
  parts jsonb not null,
  actor jsonb not null,
  created_at timestamptz(3) not null,
  primary key (job_id, line, revision)
);
create unique index transcript_edits_listed on transcript_edits (job_id, revision);
create table transcript_speakers (
  job_id text collate "C" not null references jobs (id) on delete cascade,
  speaker integer not null,
  name text,
  same_as integer,
  revision integer not null,
  actor jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (job_id, speaker)
);
