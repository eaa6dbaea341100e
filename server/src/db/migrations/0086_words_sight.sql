-- works-with: 0013
-- Search by sight with words: the stretches of `pack` again, with the vectors of a model that knows pictures and words,
-- and which model that was. Null if it was not installed when the video was analysed.
alter table sight_jobs add column words_pack bytea, add column words_model text collate "C";
