-- works-with: 0013
-- What to find out, saved under a name.
create table presets (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  -- What the name is compared by.
  name_key text not null,
  ask jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index presets_name on presets (workspace_id, name_key);
