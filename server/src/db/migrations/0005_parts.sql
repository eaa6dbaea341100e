-- What is asked for in one form, and jobs done in parts.

alter table jobs rename column request to ask;
alter table jobs add column filename text;
update jobs set
  filename = ask ->> 'filename',
  ask = '{"brands": [], "surfaces": [], "objects": [], "queries": [], "max_credits": null, "from_job": null}'::jsonb
    || (ask - 'filename');

-- Processes that do parts. A row whose heartbeat is old stands for a process that is gone.
create table workers (
  id text collate "C" primary key,
  -- Queues it takes tasks from.
  serves text[] not null,
  -- Parts it does at once.
  hosts int not null,
  started_at timestamptz(3) not null,
  heartbeat_at timestamptz(3) not null
);

-- Parts of jobs in processing; gone a while after their job ended.
create table job_parts (
  job_id text collate "C" not null references jobs (id) on delete cascade,
  number int not null,
  kind text not null,
  queue text not null,
  -- Cells, the second exclusive, and the seconds they cover.
  first_cell int not null,
  last_cell int not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  -- planned, waiting, running, done, failed
  state text not null,
  -- The one task that may take it; every other is stale.
  task_id text not null,
  priority int not null,
  worker_id text collate "C",
  -- Ends of processes in a row while they did it, and of whole workers.
  crashes int not null default 0,
  losses int not null default 0,
  -- Lost in a row to outages: of storage, disk, database, or processes that did not start.
  outage_seconds double precision not null default 0,
  claimed_at timestamptz(3),
  ended_at timestamptz(3),
  usage jsonb not null default '{}',
  found jsonb not null default '{}',
  primary key (job_id, number)
);
create unique index job_parts_task on job_parts (task_id);
create index job_parts_waiting on job_parts (priority desc) where state = 'waiting';
-- Parts that used a language model: what a job has left of its tokens is asked at each claim.
create index job_parts_tokens on job_parts (job_id) where usage ? 'tokens_in';
create index job_parts_running on job_parts (worker_id) where state = 'running';

-- Parts of a stage and how many of them have not ended.
alter table jobs add column hear_parts int not null default 0;
alter table jobs add column hear_left int not null default 0;
alter table jobs add column see_parts int not null default 0;
alter table jobs add column see_left int not null default 0;
-- Workers that ended while they ingested the video, in a row.
alter table jobs add column losses int not null default 0;
alter table jobs add column outage_seconds double precision not null default 0;
-- Pending jobs without a task wait for a place among the jobs their workspace may have in processing.
create index jobs_parked on jobs (workspace_id, created_at) where status = 'pending' and task_id is null;

-- The turn of the last part a workspace got; a part with a lower turn goes first. Far below 0 there is room for a new
-- workspace to begin before the others; a priority, the turn with its sign changed, is an int.
alter table workspaces add column turn bigint not null default -1000000000;
create index workspaces_turn on workspaces (turn);
