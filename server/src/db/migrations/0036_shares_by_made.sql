-- works-with: 0013
-- no transaction
-- Links that were made since a moment.
drop index concurrently if exists shares_by_made;
create index concurrently shares_by_made on shares (created_at);
