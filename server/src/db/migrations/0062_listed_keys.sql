-- works-with: 0013
-- no transaction
-- The valid keys of a workspace, and its last revoked ones however many there are.
drop index concurrently if exists api_keys_valid;
create index concurrently api_keys_valid on api_keys (workspace_id, created_at desc, id desc) where revoked_at is null;
drop index concurrently if exists api_keys_revoked;
create index concurrently api_keys_revoked on api_keys (workspace_id, created_at desc, id desc) where revoked_at is not null;
