-- works-with: 0013
-- A video that an alert found.
-- safe: no release knows alerts and alert_messages yet, so jobs is the only table that anybody waits for.
create table alert_matches (
  id text collate "C" primary key,
  alert_id text collate "C" not null references alerts (id) on delete cascade,
  workspace_id text collate "C" not null,
  job_id text collate "C" not null references jobs (id) on delete cascade,
  video_key text collate "C" not null,
  -- The brand that counts most, and all that were found.
  brand text not null,
  brands text[] not null,
  seconds double precision not null,
  moment double precision,
  frame_url text,
  found_at timestamptz(3) not null,
  message_id text collate "C" references alert_messages (id) on delete set null,
  sent_at timestamptz(3),
  -- When a correction made it wrong, and the message that said so.
  withdrawn_at timestamptz(3),
  withdrawn_in text collate "C" references alert_messages (id) on delete set null,
  unique (alert_id, video_key)
);
create index alert_matches_listed on alert_matches (alert_id, id desc);
create index alert_matches_recent on alert_matches (alert_id, found_at);
create index alert_matches_of_job on alert_matches (job_id);
create index alert_matches_of_message on alert_matches (message_id);
create index alert_matches_withdrawn on alert_matches (withdrawn_in) where withdrawn_in is not null;
