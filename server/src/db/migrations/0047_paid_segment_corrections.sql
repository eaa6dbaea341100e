-- works-with: 0013
-- Which paid segment a correction is about, and from where to where that segment really goes.
alter table corrections add column segment jsonb;
alter table corrections add column segment_new jsonb;
