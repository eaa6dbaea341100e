-- works-with: 0013
-- The same for the aggregate results of batches.
alter table batches add column aggregate_characters integer;
