-- The brands a workspace keeps for itself: names, aliases, exclusions and pictures of logos.

create table brands (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  -- What the name is compared by: two names with one key would be one brand to a job.
  name_key text not null,
  aliases text[] not null,
  support text[] not null,
  unless text[] not null,
  exclude boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index brands_name on brands (workspace_id, name_key);

-- The pictures themselves are in storage, below brands/<workspace>/<brand>.
create table brand_logos (
  id text collate "C" primary key,
  brand_id text collate "C" not null references brands (id) on delete cascade,
  width int not null,
  height int not null,
  created_at timestamptz(3) not null
);
create index brand_logos_brand on brand_logos (brand_id, id);
