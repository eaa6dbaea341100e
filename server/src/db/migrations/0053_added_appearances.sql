-- works-with: 0013
-- Appearances that a correction takes from the texts of the results, and the brand of the library that was recounted.
alter table corrections add column appearances jsonb;
alter table corrections add column recount_of text collate "C";
