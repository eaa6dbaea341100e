-- works-with: 0013
-- Brands of libraries that are looked for in the results of earlier jobs, and how far that is.
create table brand_recounts (
  brand_id text collate "C" primary key references brands (id) on delete cascade,
  workspace_id text collate "C" not null,
  state text collate "C" not null,
  actor jsonb not null,
  -- The jobs to read, newest first, and how many of them are read.
  job_ids text[] collate "C" not null,
  videos_read integer not null default 0,
  videos_changed integer not null default 0,
  appearances integer not null default 0,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Nobody else goes on with it until then.
  taken_until timestamptz(3)
);
create index brand_recounts_due on brand_recounts (workspace_id, brand_id) where state <> 'counted';
