-- works-with: 0013
-- Which jobs of a workspace were corrected, without a look at those of others.
alter table corrections add column workspace_id text collate "C";
-- safe: each row was made by hand, and the last release has no such table
update corrections c set workspace_id = j.workspace_id from jobs j where j.id = c.job_id;
-- safe: the same
create index corrections_of_workspace on corrections (workspace_id, job_id, seq);
