-- What an operator needs: which processes share the files, and which jobs are old enough to be removed.

-- Processes that run, by the database's clock. Each has left a mark in its storage, which the others look for.
create table processes (
  id text collate "C" primary key,
  role text not null,
  seen_at timestamptz(3) not null
);

create index jobs_ended on jobs (completed_at) where status in ('completed', 'failed', 'cancelled');
