-- works-with: 0013
-- A person who gets mail of the alerts, or of the reports by schedule, of a workspace. Apart from the alerts and
-- schedules that name the person, so that deleting and making one again changes nothing here.
create table mail_readers (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  kind text not null check (kind in ('alerts', 'reports')),
  -- As `mailAddressKey` writes it.
  address text collate "C" not null,
  -- Ends this mail without a sign-in; it can do nothing else.
  token text not null unique,
  -- When the person ended this mail; null while it is sent.
  ended_at timestamptz(3),
  -- The hour whose mails are counted, and how many there were.
  hour_from timestamptz(3),
  hour_mails int not null default 0,
  primary key (workspace_id, kind, address)
);
-- The last example or report by hand that was mailed to a person.
create table mail_examples (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  address text collate "C" not null,
  -- The message of the alert, or the run.
  source_id text collate "C" not null,
  asked_at timestamptz(3) not null,
  primary key (workspace_id, address)
);
create index mail_examples_of_source on mail_examples (source_id);
