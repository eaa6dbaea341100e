-- works-with: 0019
-- no transaction
-- Names of the library are compared by code, behind the lock of the workspace: by their stored keys, names that differ
-- in vowel signs alone would be one.
drop index concurrently if exists brands_of_workspace;
create index concurrently brands_of_workspace on brands (workspace_id);
drop index concurrently if exists brands_name;
