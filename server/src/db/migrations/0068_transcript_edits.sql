-- works-with: 0013
-- What people mend in transcripts. `revision` is greater than all before it of the job, also after an undo.
create table edited_transcripts (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  workspace_id text collate "C" not null,
  -- Number of lines as heard, so that an edit need not read the results.
  lines integer not null,
  revision integer not null
);
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
