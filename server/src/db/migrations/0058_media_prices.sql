-- works-with: 0013
-- What a thousand views cost a workspace, and the audience of its videos of which nobody knows another.
create table media_prices (
  workspace_id text collate "C" primary key references workspaces (id) on delete cascade,
  cpm_usd double precision,
  cpm_usd_by_platform jsonb not null,
  audience bigint
);
