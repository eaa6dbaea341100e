-- works-with: 0013
-- When a video was published, as a person says. It comes before what the platform says, and before the day of the job.
alter table jobs add column published_by_hand timestamptz(3);
