-- Who becomes the operator, failures to sign in, and workspaces whose plan grants no credits.

-- The one-time code of the first account, until it is used: in the clear, as every start prints it again.
create table first_account (
  id int primary key check (id = 1),
  code text not null,
  created_at timestamptz(3) not null
);

drop table sign_in_attempts;

-- Failures to sign in or up, by hashed key; nothing worth keeping in a crash of the database.
create unlogged table sign_in_failures (
  key text primary key,
  failures int not null,
  blocked_until timestamptz not null,
  forget_at timestamptz not null
);
create index sign_in_failures_age on sign_in_failures (forget_at);

-- False for what somebody who is no operator made for themselves: neither sign-up credits nor a monthly allowance.
alter table workspaces add column plan_grants boolean not null default true;

-- Workspaces the person ever made or had at sign-up, deleted ones too.
alter table users add column workspaces_made int not null default 0;
update users set workspaces_made = (
  select count(*) from members m where m.user_id = users.id and m.role = 'owner'
);
