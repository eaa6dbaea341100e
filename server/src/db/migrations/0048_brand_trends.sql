-- works-with: 0013
-- What trends count. Who published a video and when is noted with its job, whatever the job asked for.
alter table jobs add column author text;
alter table jobs add column author_url text;
alter table jobs add column published_at timestamptz(3);

-- A video with brands that was analysed. Made from results and corrections with the exposure of the job.
create table trend_videos (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  workspace_id text collate "C" not null,
  -- What two analyses of the same video have in common.
  video_key text collate "C" not null,
  -- Whether it is the newest analysis of the video; the others count nowhere.
  newest boolean not null,
  -- When it was published; where nobody knows, when it was asked for.
  dated_at timestamptz(3) not null,
  published boolean not null,
  platform text not null,
  author text,
  author_url text,
  seconds double precision not null,
  -- Of all brands together.
  appearances int not null,
  seen_seconds double precision not null,
  equivalent_seconds double precision not null,
  mentions int not null,
  -- Of any brand. Null where the results do not tell.
  paid boolean,
  disclosed boolean,
  paid_seen_seconds double precision,
  paid_mentions int,
  -- Second of the best moment of the brand that comes to most.
  moment double precision
);
create index trend_videos_dated on trend_videos (workspace_id, dated_at) where newest;
create index trend_videos_same on trend_videos (workspace_id, video_key, job_id);

-- What a brand comes to in a video, by the usual weights.
create table trend_brands (
  job_id text collate "C" not null references trend_videos (job_id) on delete cascade,
  -- What the name is compared by.
  name_key text collate "C" not null,
  name text not null,
  workspace_id text collate "C" not null,
  newest boolean not null,
  dated_at timestamptz(3) not null,
  appearances int not null,
  seen_seconds double precision not null,
  equivalent_seconds double precision not null,
  mentions int not null,
  -- Second of the best moment, of the first one else.
  moment double precision,
  -- Null where the results do not tell.
  paid boolean,
  disclosed boolean,
  paid_seen_seconds double precision,
  paid_mentions int,
  primary key (job_id, name_key)
);
create index trend_brands_dated on trend_brands (workspace_id, dated_at) where newest;
create index trend_brands_named on trend_brands (workspace_id, name_key, dated_at) where newest;
