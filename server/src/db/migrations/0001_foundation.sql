-- Everything a workspace owns. Ids compare bytewise ("C") so that keyset pages sort the same everywhere;
-- timestamps keep milliseconds, which is what the interface shows.

create table workspaces (
  id text collate "C" primary key,
  name text not null,
  email text not null,
  plan text not null,
  past_due boolean not null default false,
  plan_credits bigint not null default 0 check (plan_credits >= 0),
  purchased_credits bigint not null default 0 check (purchased_credits >= 0),
  -- Sum of jobs.credits_reserved of this workspace's jobs in processing.
  reserved_credits bigint not null default 0 check (reserved_credits >= 0),
  webhook_secret text not null,
  resets_at timestamptz(3),
  -- Day the subscription began: resets fall on its day of the month.
  anchor_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index workspaces_resets on workspaces (resets_at) where resets_at is not null and deleted_at is null;

create table api_keys (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  hash text not null unique,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index api_keys_workspace on api_keys (workspace_id);

-- Token buckets lose nothing worth keeping in a crash of the database: unlogged.
create unlogged table rate_buckets (
  workspace_id text collate "C" primary key,
  tokens double precision not null,
  filled_at timestamptz not null,
  -- By the last statement that took some.
  granted integer not null
);

-- Append-only. balance = sum(amount) = plan_credits + purchased_credits of the workspace.
create table ledger (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  type text not null check (type in ('charge', 'purchase', 'refund', 'grant', 'forfeit')),
  amount bigint not null,
  plan_amount bigint not null,
  purchased_amount bigint not null,
  job_id text collate "C",
  description text not null,
  created_at timestamptz(3) not null,
  check (amount = plan_amount + purchased_amount)
);
create index ledger_page on ledger (workspace_id, created_at desc, id desc);
create unique index ledger_one_charge_per_job on ledger (job_id) where type = 'charge';

create table uploads (
  key text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  content_type text not null,
  size_bytes bigint not null,
  -- Known once a job has read the file.
  duration_seconds double precision,
  etag text,
  used_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index uploads_unused on uploads (created_at) where used_at is null;

create table follows (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  rule jsonb not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_reason text,
  failures int not null default 0,
  next_run_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index follows_due on follows (next_run_at) where status = 'active';

create table follow_videos (
  follow_id text collate "C" not null references follows (id) on delete cascade,
  video_id text not null,
  job_id text collate "C",
  seen_at timestamptz(3) not null,
  primary key (follow_id, video_id)
);

create table batches (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  status text not null,
  request jsonb not null,
  total_jobs int not null,
  -- The rollup, moved together with each job's status.
  pending_count int not null default 0,
  processing_count int not null default 0,
  completed_count int not null default 0,
  held_count int not null default 0,
  failed_count int not null default 0,
  cancelled_count int not null default 0,
  credits_estimated bigint not null,
  credits_charged bigint not null default 0,
  aggregate_results jsonb,
  webhook_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  completed_at timestamptz(3)
);
create index batches_page on batches (workspace_id, created_at desc, id desc);
create index batches_open on batches (updated_at) where status in ('processing', 'paused');

create table jobs (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  batch_id text collate "C" references batches (id) on delete cascade,
  batch_position int,
  follow_id text collate "C",
  external_id text,
  status text not null,
  url text,
  platform text not null,
  -- Identity of the video: platform id, or the upload key.
  video_id text,
  upload_key text,
  -- What was asked for: capabilities, brands, queries, surfaces, objects, from_job, language, fps, return_proof, max_credits.
  request jsonb not null,
  webhook_url text,
  title text,
  duration_seconds double precision,
  thumbnail_url text,
  credits_estimated bigint not null,
  credits_reserved bigint not null default 0,
  credits_needed bigint,
  credits_charged bigint,
  processing_seconds double precision,
  stage text,
  stages_completed text[] not null default '{}',
  percent double precision,
  -- What the engines of this attempt used, for the charge.
  usage jsonb not null default '{}',
  error_code text,
  error_message text,
  hold_reason text,
  -- Queue task that owns the job now; a task that is not this one is stale.
  task_id text,
  attempt int not null default 0,
  infrastructure_failures int not null default 0,
  worker_id text,
  heartbeat_at timestamptz(3),
  -- Set when media was kept in storage, null once retention removed it.
  media_kept_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  started_at timestamptz(3),
  held_at timestamptz(3),
  completed_at timestamptz(3)
);
create index jobs_page on jobs (workspace_id, created_at desc, id desc);
create index jobs_status_page on jobs (workspace_id, status, created_at desc, id desc);
create index jobs_external on jobs (workspace_id, external_id) where external_id is not null;
create index jobs_follow on jobs (workspace_id, follow_id, created_at desc, id desc) where follow_id is not null;
create index jobs_batch on jobs (batch_id, batch_position) where batch_id is not null;
create index jobs_upload on jobs (upload_key) where upload_key is not null;
create index jobs_video on jobs (workspace_id, platform, video_id) where media_kept_at is not null;
create index jobs_processing on jobs (heartbeat_at) where status = 'processing';
create index jobs_held on jobs (workspace_id, held_at) where status = 'held';
create index jobs_media on jobs (media_kept_at) where media_kept_at is not null;

create table job_results (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  results jsonb not null
);

create table idempotency_keys (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  kind text not null check (kind in ('job', 'batch')),
  key text not null,
  resource_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, kind, key)
);
create index idempotency_age on idempotency_keys (created_at);
create index idempotency_resource on idempotency_keys (resource_id);

create table webhook_events (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  job_id text collate "C",
  batch_id text collate "C",
  event text not null,
  url text not null,
  -- The exact bytes that are signed and sent.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'exhausted')),
  created_at timestamptz(3) not null
);
create index webhook_events_page on webhook_events (workspace_id, created_at desc, id desc);

create table webhook_attempts (
  event_id text collate "C" not null references webhook_events (id) on delete cascade,
  attempt int not null,
  at timestamptz(3) not null,
  duration_ms int not null,
  status int,
  error text,
  response text,
  primary key (event_id, attempt)
);

-- One row a platform that refused us or that an operator paused.
create table platform_states (
  platform text primary key,
  paused boolean not null default false,
  backoff_until timestamptz(3)
);
