-- works-with: 0013
-- Characters of the JSON, because text that repeats itself is small as it is stored and large when it is read. Null if
-- it was stored before this column was there.
alter table job_results add column characters integer;
alter table batches add column aggregate_characters integer;
