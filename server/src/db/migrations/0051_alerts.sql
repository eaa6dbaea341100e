-- works-with: 0013
-- What a workspace wants to be told about new videos.
create table alerts (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  -- What the name is compared by.
  name_key text not null,
  condition jsonb not null,
  -- No reference: without its campaign an alert finds nothing, rather than everything.
  campaign_id text collate "C",
  videos jsonb,
  time_zone text not null,
  -- Times of a day, HH:MM, both or neither.
  quiet_start text,
  quiet_end text,
  digest_above int not null,
  enabled boolean not null,
  -- Jobs that ended before are not told.
  counts_from timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, name_key)
);
-- Where an alert is sent.
create table alert_targets (
  id text collate "C" primary key,
  alert_id text collate "C" not null references alerts (id) on delete cascade,
  position int not null,
  kind text not null,
  address text not null,
  -- In the address that ends mail to a person.
  token text unique,
  -- Why nothing is sent there any more; null while it is.
  off_reason text,
  off_at timestamptz(3)
);
create index alert_targets_of_alert on alert_targets (alert_id, position);

-- One message: what was found together.
create table alert_messages (
  id text collate "C" primary key,
  alert_id text collate "C" not null references alerts (id) on delete cascade,
  workspace_id text collate "C" not null,
  -- A test holds an example.
  test boolean not null,
  due_at timestamptz(3) not null,
  -- Null while more may be added.
  closed_at timestamptz(3),
  created_at timestamptz(3) not null
);
create unique index alert_messages_open on alert_messages (alert_id) where closed_at is null;
create index alert_messages_due on alert_messages (due_at) where closed_at is null;
create index alert_messages_of_alert on alert_messages (alert_id, created_at);
create index alert_messages_closed on alert_messages (closed_at) where closed_at is not null;

-- Videos that an alert has found, also those whose jobs were deleted since: none is told twice.
create table alert_videos (
  alert_id text collate "C" not null references alerts (id) on delete cascade,
  -- A hash: of a deleted video nothing else is kept.
  video_hash text collate "C" not null,
  primary key (alert_id, video_hash)
);
-- Whether a brand was ahead of a rival when they were last compared.
create table alert_standings (
  alert_id text collate "C" not null references alerts (id) on delete cascade,
  -- First day of the week or month.
  period text not null,
  rival_key text collate "C" not null,
  ahead boolean not null,
  primary key (alert_id, period, rival_key)
);

-- A message on its way to one target.
create table alert_deliveries (
  id text collate "C" primary key,
  message_id text collate "C" not null references alert_messages (id) on delete cascade,
  workspace_id text collate "C" not null,
  target_id text collate "C" references alert_targets (id) on delete set null,
  kind text not null,
  -- As it is shown, without secrets.
  shown text not null,
  status text not null,
  attempts int not null default 0,
  -- When the next attempt is due; null once settled.
  next_at timestamptz(3),
  last_error text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index alert_deliveries_of_message on alert_deliveries (message_id);
create index alert_deliveries_of_target on alert_deliveries (target_id);
create index alert_deliveries_due on alert_deliveries (next_at) where status = 'pending';
