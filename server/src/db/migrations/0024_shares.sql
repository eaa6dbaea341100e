-- Links that show parts of a job, or a report, to people without an account. Only the hash of a link's token is kept.
-- works-with: 0013
create table shares (
  id text collate "C" primary key,
  workspace_id text collate "C" not null,
  job_id text collate "C" references jobs (id) on delete cascade,
  -- Refers to reports; a share of a report that is gone shows nothing.
  report_id text collate "C",
  hash text not null unique,
  parts text[] not null,
  created_by jsonb,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  opened int not null default 0,
  last_opened_at timestamptz(3),
  check ((job_id is null) <> (report_id is null))
);
create index shares_of_workspace on shares (workspace_id, created_at desc, id desc);
create index shares_of_job on shares (job_id) where job_id is not null;
create index shares_of_report on shares (report_id) where report_id is not null;
create index shares_by_end on shares (expires_at);
