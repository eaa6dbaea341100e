-- What a run of a Follow leaves: when it began to watch, what it waits for, why it left a video out.

-- Set by the first run, which notes what was there already.
alter table follows add column began_at timestamptz(3);
alter table follows add column last_run_at timestamptz(3);
-- What the last run could not do, for people; null where nothing.
alter table follows add column note text;
-- Failures of jobs before this moment no longer count against it.
alter table follows add column resumed_at timestamptz(3);
create index follows_workspace on follows (workspace_id, created_at desc, id desc);

alter table follow_videos add column url text;
-- Why no job was made.
alter table follow_videos add column skipped text;
create index follow_videos_page on follow_videos (follow_id, seen_at desc, video_id);
