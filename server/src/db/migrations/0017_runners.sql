-- works-with: 0013
-- Runners: workers without a database, which call with a token of their own. Only its hash is kept.
create table runners (
  id text collate "C" primary key,
  name text not null,
  hash text not null unique,
  created_by jsonb,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  -- As it last described itself.
  version text,
  serves text[] not null default '{}',
  engines jsonb not null default '[]',
  parts_done bigint not null default 0
);
-- Whose process a worker is; null: the service's own.
alter table workers add column runner_id text collate "C";
-- safe: a row for each process that runs
create index workers_of_runner on workers (runner_id) where runner_id is not null;
