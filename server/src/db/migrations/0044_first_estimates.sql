-- works-with: 0013
-- The estimate a job was made with, once another has taken its place.
alter table jobs add column credits_estimated_at_submit bigint;
