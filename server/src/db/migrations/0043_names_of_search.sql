-- works-with: 0019
-- Rule that the names in a job's passages are compared by: 1 without any mark.
alter table search_jobs add column name_rule smallint not null default 1;
