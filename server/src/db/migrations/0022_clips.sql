-- works-with: 0019
-- Clips of videos. A workspace's go with its jobs.
create table clips (
  id text primary key,
  workspace_id text not null,
  job_id text not null references jobs (id) on delete cascade,
  -- What was asked for, and what it comes to: the same digest is the same clip.
  ask jsonb not null,
  ranges jsonb not null,
  digest text not null,
  status text not null check (status in ('pending', 'processing', 'ready', 'failed')),
  percent double precision not null default 0,
  task_id text,
  attempt int not null default 0,
  duration_seconds double precision,
  size_bytes bigint,
  width int,
  height int,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz
);
create unique index clips_digest on clips (job_id, digest) where status <> 'failed';
create index clips_job on clips (job_id, created_at desc, id desc);
create index clips_open on clips (workspace_id) where status in ('pending', 'processing');
create index clips_expires on clips (expires_at) where expires_at is not null;
