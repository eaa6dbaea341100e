-- works-with: 0013
-- The glossary of a workspace, a row for each revision: jobs that are not done yet use the revision that they were
-- created with. The greatest revision stands.
create table glossaries (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  revision integer not null,
  -- A list of objects with `term` and, if the caller gave it, `sounds_like`.
  terms jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, revision)
);
