-- works-with: 0013
-- no transaction
-- Jobs by their tags; those without any cost it nothing. A list of entries that wait to be sorted in would be read whole.
drop index concurrently if exists jobs_tagged;
create index concurrently jobs_tagged on jobs using gin (tags) with (fastupdate = off) where tags <> '{}';
