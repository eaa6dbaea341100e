-- works-with: 0013
-- How many views the platform gave a job's video, each time it was asked.
create table video_views (
  job_id text collate "C" not null references jobs (id) on delete cascade,
  read_at timestamptz(3) not null,
  views bigint not null,
  primary key (job_id, read_at)
);
-- When the views of a job's video are read next, and why they are not any more.
create table view_readings (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  platform text not null,
  -- The same for all jobs with the same video, whatever workspace they belong to.
  link text not null,
  -- Null: not known. Readings are then counted from the analysis.
  published_at timestamptz(3),
  analysed_at timestamptz(3) not null,
  -- The planned time of the next reading, and when it is tried next. Null: there is no further one.
  due_at timestamptz(3),
  next_at timestamptz(3),
  tries int not null default 0,
  -- scheduled, finished, not_given, vanished or failed.
  state text not null,
  -- In words, what the last reading that failed said.
  note text
);
create index view_readings_next on view_readings (next_at) where next_at is not null;
create index view_readings_link on view_readings (platform, link) where next_at is not null;
-- The audience of a job's video that a person set.
create table job_audiences (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  audience bigint not null,
  set_at timestamptz(3) not null
);
