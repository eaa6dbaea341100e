-- works-with: 0013
-- Bytes of the media that ingestion keeps for a job; null: from before they were counted.
alter table jobs add column media_bytes bigint;
