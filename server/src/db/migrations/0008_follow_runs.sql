-- Runs of Follows, deliveries and requests to platforms by turns of workspaces.

-- The task of the run that waits; null where none does. At most one waits for each Follow.
alter table follows add column run_task uuid;
-- How many of the newest videos the next run takes although they were there before.
alter table follows add column backfill int not null default 0;
-- From the charges of a month to the Follows they are for.
create index follow_videos_job on follow_videos (job_id) where job_id is not null;

-- Deliveries that wait, counted when the next one is sent.
create index webhook_events_waiting on webhook_events (workspace_id) where status = 'pending';

-- What each workspace asks of each platform.
create table platform_uses (
  platform text not null,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  -- When its requests would be at, had they come evenly.
  even_at timestamptz(3) not null,
  -- Its 429s that are not forgotten, when the last one was, and how long they keep it away.
  refusals int not null default 0,
  refused_at timestamptz(3),
  away_until timestamptz(3),
  primary key (platform, workspace_id)
);
create index platform_uses_workspace on platform_uses (workspace_id);
