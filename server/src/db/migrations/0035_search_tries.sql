-- works-with: 0013
-- Times that somebody began to read a job's results since they were last read to the end: a job that fails again and again
-- is given up, and whoever is not the last to have begun writes nothing.
alter table search_jobs add column tries int not null default 0;
