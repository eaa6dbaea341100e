-- works-with: 0013
-- The member who made a Follow in a session, resumed it last or said where it sends events; null: a key or the operator,
-- or made before this was kept.
alter table follows add column user_id text collate "C";
