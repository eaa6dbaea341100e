-- works-with: 0013
-- What a list shows of a job: words its owner gave it, and what was found at a glance; null until that is computed.
alter table jobs add column tags text[] not null default '{}';
alter table jobs add column highlights jsonb;
