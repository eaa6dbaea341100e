-- What people say about the results of a job, in the order it was said.
-- works-with: 0019
create table corrections (
  id text collate "C" primary key,
  job_id text collate "C" not null references jobs (id) on delete cascade,
  seq bigint generated always as identity,
  kind text not null,
  target text not null,
  name text not null,
  new_name text,
  appearance jsonb,
  added jsonb,
  library jsonb,
  actor jsonb not null,
  created_at timestamptz not null
);
create unique index corrections_of_job on corrections (job_id, seq);
