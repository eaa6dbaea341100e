-- works-with: 0013
-- What the stretches of a part look like to a model that knows pictures and words, until its job is completed, and which
-- model that was; null without such a model.
alter table job_parts add column words_sight bytea, add column words_model text;
