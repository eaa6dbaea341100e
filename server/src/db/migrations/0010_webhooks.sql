-- Secrets that overlap while one is rotated, and retries that go on for hours.

-- Signs beside the secret until then; null: there is none.
alter table workspaces add column previous_webhook_secret text;
alter table workspaces add column previous_webhook_secret_until timestamptz(3);

-- A replay begins the next round of attempts; tasks of earlier rounds are stale.
alter table webhook_events add column round int not null default 1;
-- When the next attempt is due; null once settled.
alter table webhook_events add column next_attempt_at timestamptz(3);
update webhook_events set next_attempt_at = created_at where status = 'pending';

-- Deliveries that are due, counted when the next one is sent.
drop index webhook_events_waiting;
create index webhook_events_due on webhook_events (workspace_id, next_attempt_at) where status = 'pending';

-- Pages of what a filter leaves over.
create index webhook_events_of_job on webhook_events (workspace_id, job_id, created_at desc, id desc)
  where job_id is not null;
create index webhook_events_of_kind on webhook_events (workspace_id, event, created_at desc, id desc);
create index webhook_events_failed on webhook_events (workspace_id, created_at desc, id desc)
  where status = 'exhausted';
create index webhook_events_open on webhook_events (workspace_id, created_at desc, id desc)
  where status = 'pending';
