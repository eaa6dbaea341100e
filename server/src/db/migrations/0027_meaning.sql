-- works-with: 0013
-- Search by meaning: vectors of what is found by search. All of it is made from passages and can be made again.
create table meaning_jobs (
  job_id text collate "C" primary key references search_jobs (job_id) on delete cascade,
  workspace_id text collate "C" not null,
  made_at timestamptz(3) not null,
  -- The passages (`done` of search_jobs) that vectors are wanted of, and those they are of.
  wanted integer not null,
  done integer not null default 0,
  -- Nobody else works on it until then; set ahead after a failure.
  taken_until timestamptz(3),
  failures integer not null default 0,
  -- Which model made the vectors.
  model text collate "C",
  -- Where each stretch is and the signs of its vector, in the order of `place`; see domain/meaning-pack.ts.
  pack bytea,
  packed_at timestamptz(3)
);
create index meaning_jobs_due on meaning_jobs (workspace_id, job_id desc) where done < wanted;
create index meaning_jobs_packed on meaning_jobs (workspace_id, packed_at) where pack is not null;

create table meaning_vectors (
  job_id text collate "C" not null references meaning_jobs (job_id) on delete cascade,
  -- `done` of the job that they belong to.
  version integer not null,
  place integer not null,
  -- Of the text and the model: the same text is not embedded again.
  digest text collate "C" not null,
  -- A signed byte a dimension, the largest 127 or -127.
  vector bytea not null,
  primary key (job_id, version, place)
);

create table meaning_models (
  model text collate "C" primary key,
  -- How alike two texts must be to belong together, and the share of related texts that are; found out with examples.
  least real not null,
  tells real not null,
  -- When a process began to use it: the last is the one that counts.
  used_at timestamptz(3) not null
);
