-- works-with: 0013
-- A brand and its rivals, under a name.
create table brand_sets (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  -- What the name is compared by.
  name_key text not null,
  own text,
  brands text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, name_key)
);
-- A choice of videos, under a name.
create table campaigns (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  name_key text not null,
  videos jsonb not null,
  brand_set_id text collate "C" references brand_sets (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, name_key)
);
create index campaigns_of_brand_set on campaigns (brand_set_id) where brand_set_id is not null;
