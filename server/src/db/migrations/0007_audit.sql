-- Who changed what; without a foreign key, as an entry outlives its workspace and its actor.
create table audit (
  id text collate "C" primary key,
  workspace_id text collate "C",
  -- type (user, operator, key), id and name as they were.
  actor jsonb not null,
  action text not null,
  -- id and name as they were.
  target jsonb not null,
  details jsonb not null,
  request_id text not null,
  address text not null,
  created_at timestamptz(3) not null
);
create index audit_page on audit (created_at desc, id desc);
create index audit_workspace on audit (workspace_id, created_at desc, id desc);

-- The actor that made the key; null of keys made before this was kept.
alter table api_keys add column created_by jsonb;
-- To within ten minutes.
alter table api_keys add column last_used_at timestamptz(3);

-- Second factors: time-based codes (RFC 6238).
create table totp (
  user_id text collate "C" primary key references users (id) on delete cascade,
  -- Encrypted by a key derived from the session secret.
  secret text not null,
  -- Null until a first code was right.
  enabled_at timestamptz(3),
  -- The time step of the last code that was taken: that one and those before are void.
  last_step bigint not null default 0,
  -- SHA-256 of the recovery codes that are left.
  recovery text[] not null default '{}',
  created_at timestamptz(3) not null
);
