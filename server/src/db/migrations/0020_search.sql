-- works-with: 0013
-- What is found by search: passages of completed jobs. All of it is made from results and can be made again.
create table search_jobs (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  workspace_id text collate "C" not null,
  -- When the job was created: passages of new videos come first.
  made_at timestamptz(3) not null,
  -- Counts up when the results are to be read again; the passages are those of `done`.
  wanted integer not null default 1,
  done integer not null default 0,
  -- Nobody else reads the results until then.
  taken_until timestamptz(3)
);
create index search_jobs_due on search_jobs (workspace_id, job_id desc) where done < wanted;

create table search_passages (
  id bigint generated always as identity primary key,
  job_id text collate "C" not null references search_jobs (job_id) on delete cascade,
  workspace_id text collate "C" not null,
  made_at timestamptz(3) not null,
  kind text collate "C" not null,
  starts real not null,
  ends real not null,
  text text not null,
  -- Name, speaker, proof frame.
  details jsonb,
  -- Ids in search_words: the words in their order, then 0, then what filters ask for.
  words integer[] not null
);
create index search_passages_order on search_passages (workspace_id, made_at desc, id desc);
create index search_passages_job on search_passages (job_id);
-- A list of entries that wait to be sorted in would be read whole by each search.
create index search_passages_words on search_passages using gin (words) with (fastupdate = off);
