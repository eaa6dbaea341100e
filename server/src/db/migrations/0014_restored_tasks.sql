-- works-with: 0013
-- Tasks of a restored backup, until the next start gives them to the queue.

create table restored_tasks (
  queue text not null,
  id uuid not null,
  data jsonb not null,
  priority int not null,
  group_id text,
  start_after timestamptz not null
);
