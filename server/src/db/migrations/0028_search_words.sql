-- works-with: 0013
-- The words of each workspace. Their ids are the workspace's own, so that an index over passages never mixes workspaces.
create table search_words (
  id integer generated always as identity primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  word text collate "C" not null,
  -- Passages that hold it, about.
  uses integer not null default 0,
  -- Languages it was met in; `*` for names.
  languages text[] not null default '{}',
  -- Hashes, with the workspace, of its stems, of spellings near it, and of its sounds.
  keys integer[] not null default '{}',
  unique (workspace_id, word)
) with (fillfactor = 80);
create index search_words_keys on search_words using gin (keys) with (fastupdate = off);
