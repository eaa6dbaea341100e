-- works-with: 0013
-- What the stretches of a part look like, until its job is completed (see analysis/sight-pack.ts), and what made the
-- vectors; null if the part described nothing.
alter table job_parts add column sight bytea, add column sight_model text;
