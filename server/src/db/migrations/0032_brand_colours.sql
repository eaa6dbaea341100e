-- works-with: 0013
-- Which colour a brand's name has in a workspace.
create table brand_colours (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  -- What the name is compared by.
  name_key text collate "C" not null,
  slot int not null,
  primary key (workspace_id, name_key),
  unique (workspace_id, slot)
);
