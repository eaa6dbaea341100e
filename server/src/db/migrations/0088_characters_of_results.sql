-- works-with: 0013
-- Characters of the JSON, because what compresses well looks small as it is stored. Null if it was stored before this
-- column was there.
alter table job_results add column characters integer;
