-- What happens to jobs and batches, in the order in which it can be read.

-- One row a workspace whose events somebody reads. Its lock is held while events get their numbers, so that whoever has
-- seen a number never misses a lower one.
create table event_logs (
  workspace_id text collate "C" primary key references workspaces (id) on delete cascade,
  -- The highest number given, and the highest one removed because of its age.
  numbered bigint not null default 0,
  removed bigint not null default 0
);

-- Written in the transaction of the change. No foreign keys: their locks would come before others of that transaction.
create table events (
  -- Order of writing. Transactions end in another one, so readers go by seq.
  n bigint generated always as identity primary key,
  id text collate "C" not null,
  workspace_id text collate "C" not null,
  job_id text collate "C",
  batch_id text collate "C",
  kind text not null,
  -- The exact bytes; a webhook of the same event sends them too.
  payload text not null,
  created_at timestamptz(3) not null,
  -- Order of reading within the workspace; null until somebody reads, after the commit.
  seq bigint
);
create index events_order on events (workspace_id, seq, n);
create index events_job on events (job_id) where job_id is not null;
