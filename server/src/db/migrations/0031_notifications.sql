-- works-with: 0013
-- Mail about jobs and batches that ended: who wants it of which workspace, and what is still to be told.
create table mail_choices (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  choice text not null check (choice in ('failures', 'all')),
  -- Ends this mail without a sign-in; it can do nothing else.
  token text not null unique,
  primary key (workspace_id, user_id)
);
create index mail_choices_person on mail_choices (user_id);

-- Written with what they tell of, removed once the mail is accepted.
create table mail_items (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  workspace_id text collate "C" not null,
  kind text not null check (kind in ('job', 'batch', 'code')),
  details jsonb not null,
  created_at timestamptz(3) not null
);
create index mail_items_person on mail_items (user_id, id);

create table mail_people (
  user_id text collate "C" primary key references users (id) on delete cascade,
  next_at timestamptz(3) not null,
  -- Attempts in a row that the mail server did not take, and what it said.
  failures int not null default 0,
  last_error text,
  -- The code that proves the address, and until when.
  code_hash text,
  code_until timestamptz(3),
  code_tries int not null default 0
);
