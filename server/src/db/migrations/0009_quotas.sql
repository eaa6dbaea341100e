-- How much a workspace may have waiting: jobs, and uploads that no job has used.

-- One row a workspace that ever had a job. Counted as jobs come and move, since counting them at each submission would
-- cost the more the more there are. It is the last row a transaction locks.
create table waiting_jobs (
  workspace_id text collate "C" primary key references workspaces (id) on delete cascade,
  -- Jobs that are pending or held.
  waiting int not null,
  -- What the plan allows; set by new jobs only, as one that comes back from processing is never refused.
  most int,
  constraint waiting_jobs_most check (waiting <= most)
) with (fillfactor = 50);
insert into waiting_jobs (workspace_id, waiting)
  select workspace_id, count(*) from jobs where status in ('pending', 'held') group by workspace_id;

-- Whether the file is there: null while nobody knows, false if it was not when the URL had expired.
alter table uploads add column stored boolean;
-- Since when no job uses it that did not fail and was not cancelled; null: since it was made.
alter table uploads add column unused_since timestamptz(3);
create index uploads_held on uploads (workspace_id) include (size_bytes, used_at, expires_at, stored);
create index uploads_unknown on uploads (expires_at) where used_at is null and stored is null;

-- Which keys there may be is read again and again while somebody tries wrong ones.
create index api_keys_created on api_keys (created_at);
