-- works-with: 0013
-- Where the video of a link is held: the job among whose media it is, and its content type. Null: nowhere.
alter table jobs add column link_video jsonb;
