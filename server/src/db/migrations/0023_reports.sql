-- works-with: 0019
-- Reports: what was asked for, and the files that were made. Those are in storage, below reports/<workspace>/<report>.
create table reports (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  title text not null,
  status text not null check (status in ('pending', 'ready', 'failed')),
  formats text[] not null,
  job_ids text[] not null,
  -- What else was asked for, and where links lead.
  request jsonb not null,
  videos_done int not null default 0,
  -- Bytes of each file by its format.
  files jsonb not null default '{}',
  error_code text,
  error_message text,
  task_id uuid not null,
  created_at timestamptz(3) not null,
  ready_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index reports_of_workspace on reports (workspace_id, created_at desc, id desc);
create index reports_expired on reports (expires_at);
create index reports_pending on reports (workspace_id) where status = 'pending';
