-- works-with: 0013
-- The name that people gave a batch; null: none.
alter table batches add column name text;
