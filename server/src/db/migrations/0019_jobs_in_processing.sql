-- works-with: 0013
-- no transaction
-- Jobs in processing by their workspace. By heartbeat the index grew with every beat, and was read through at each claim.
drop index concurrently if exists jobs_in_processing;
create index concurrently jobs_in_processing on jobs (workspace_id) where status = 'processing';
drop index concurrently if exists jobs_processing;
