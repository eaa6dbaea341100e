-- works-with: 0013
-- Search by sight: what the stretches of completed jobs look like. It is made from pictures that are not kept, so it
-- can't be made again. Jobs without a row can't be found by sight: nobody looked at their pictures, or they were
-- analysed before there was search by sight.
create table sight_jobs (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  workspace_id text collate "C" not null,
  made_at timestamptz(3) not null,
  -- What made the vectors: those of different models can't be compared.
  model text collate "C" not null,
  -- The stretches, in the order of the video; see analysis/sight-pack.ts.
  pack bytea not null,
  packed_at timestamptz(3) not null
);
create index sight_jobs_packed on sight_jobs (workspace_id, packed_at);
