-- works-with: 0013
-- How far the job as a whole was in earlier attempts, so that what is shown never falls.
alter table jobs add column percent_reached double precision;
