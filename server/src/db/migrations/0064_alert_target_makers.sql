-- works-with: 0013
-- The key or the member that added a target of an alert or turned it on last; both null: the operator, or before this
-- was kept.
alter table alert_targets add column key_id text collate "C", add column user_id text collate "C";
