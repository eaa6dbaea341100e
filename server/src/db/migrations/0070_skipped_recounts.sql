-- works-with: 0013
-- Jobs of a recount whose results took too long to be read.
alter table brand_recounts add column videos_skipped integer not null default 0;
