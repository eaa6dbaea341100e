-- works-with: 0013
-- Reports of each week or month.
create table report_schedules (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  -- What the name is compared by.
  name_key text not null,
  -- Not references: without its campaign or brand set a schedule is turned off, rather than reporting all videos.
  campaign_id text collate "C",
  brand_set_id text collate "C",
  every jsonb not null,
  time_zone text not null,
  formats text[] not null,
  title text,
  -- A PNG.
  logo bytea,
  logo_width int,
  logo_height int,
  deliver text not null check (deliver in ('link', 'file')),
  public_link boolean not null,
  enabled boolean not null,
  off_reason text,
  next_run_at timestamptz(3),
  -- Where links of the reports lead.
  origin text not null,
  -- Who last changed it, as links that open without an account end with the membership of their maker.
  changed_by jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, name_key)
);
create index report_schedules_due on report_schedules (next_run_at) where next_run_at is not null;
create index report_schedules_of_campaign on report_schedules (campaign_id) where campaign_id is not null;
create index report_schedules_of_brand_set on report_schedules (brand_set_id) where brand_set_id is not null;

create table report_schedule_people (
  schedule_id text collate "C" not null references report_schedules (id) on delete cascade,
  -- Not a reference, which would lock the table of users: an account that is gone gets no mail.
  user_id text collate "C" not null,
  -- Ends this mail without a sign-in; it can do nothing else.
  token text not null unique,
  primary key (schedule_id, user_id)
);
create index report_schedule_people_person on report_schedule_people (user_id);

create table report_runs (
  id text collate "C" primary key,
  workspace_id text collate "C" not null,
  schedule_id text collate "C" not null references report_schedules (id) on delete cascade,
  state text not null check (state in ('waiting', 'making', 'ready', 'empty', 'failed')),
  by_hand boolean not null,
  -- First and last day, YYYY-MM-DD.
  period_start text collate "C" not null,
  period_end text collate "C" not null,
  due_at timestamptz(3) not null,
  -- The task that counts it, when it is tried again, and how often it was begun.
  task_id uuid not null,
  next_try_at timestamptz(3) not null,
  tries int not null default 0,
  report_id text collate "C",
  -- What was counted, of which videos and by which choice; a later run compares itself with it.
  counted_at timestamptz(3),
  numbers jsonb,
  job_ids text[],
  choice text,
  changes jsonb,
  error_code text,
  error_message text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
-- A schedule runs once for each period, whatever happens.
create unique index report_runs_of_period on report_runs (schedule_id, period_start, period_end) where not by_hand;
create index report_runs_of_schedule on report_runs (schedule_id, created_at desc, id desc);
create index report_runs_open on report_runs (next_try_at) where state in ('waiting', 'making');
create index report_runs_of_report on report_runs (report_id) where report_id is not null;

create table report_mails (
  run_id text collate "C" not null references report_runs (id) on delete cascade,
  user_id text collate "C" not null,
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  -- The address that it was sent to.
  email text,
  reason text,
  attached text[] not null default '{}',
  failures int not null default 0,
  next_at timestamptz(3) not null,
  -- Until when a process has it in hand.
  taken_until timestamptz(3),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (run_id, user_id)
);
create index report_mails_due on report_mails (next_at) where state = 'waiting';
