-- The key that made a Follow, or was the last to resume it; null: a person or the operator did.
alter table follows add column key_id text collate "C";
update follows f set key_id = a.actor ->> 'id' from audit a
where a.action = 'follow.created' and a.target ->> 'id' = f.id and a.actor ->> 'type' = 'key';
create index follows_of_key on follows (key_id) where key_id is not null;
