-- works-with: 0013
-- When views of an owner's videos on a platform were last read, so that those come first who have waited longest. Rows
-- are kept for a day: an owner without one counts as new. `owner` is a group as by `ownerGroup`.
create table view_turns (
  platform text not null,
  owner text collate "C" not null,
  served_at timestamptz(3) not null,
  primary key (platform, owner)
);
