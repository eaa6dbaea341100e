-- works-with: 0013
-- Workspaces with completed jobs that trends do not count yet: after an update, and after a restore from a backup of an
-- earlier release, which has no trends. A worker counts these jobs and then removes the row.
create table trend_gaps (
  workspace_id text collate "C" primary key references workspaces (id) on delete cascade
);
insert into trend_gaps (workspace_id)
  select distinct j.workspace_id from jobs j
  where j.status = 'completed' and j.ask -> 'capabilities' ? 'brands'
    and not exists (select 1 from job_exposures k where k.job_id = j.id and k.version = 6);
