-- People who sign in to the console, their sessions, and what they may do in which workspace.

create table users (
  id text collate "C" primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  -- The first account.
  operator boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index users_page on users (created_at desc, id desc);

create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_age on sessions (expires_at);

-- Ways to sign in; the password is a scrypt hash.
create table credentials (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (provider_id, account_id)
);
create index credentials_user on credentials (user_id);

-- One-time values of the sign-in library.
create table verifications (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index verifications_identifier on verifications (identifier);

-- Attempts to sign in or up in a window of time; nothing worth keeping in a crash of the database.
create unlogged table sign_in_attempts (
  key text primary key,
  attempts int not null,
  window_ends_at timestamptz not null
);

create table members (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'member')),
  -- SHA-256 of what the link holds.
  token_hash text not null unique,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create unique index invitations_email on invitations (workspace_id, email);
create index invitations_of on invitations (email);

-- What changed in a workspace since a moment.
create index jobs_changed on jobs (workspace_id, updated_at, id);
