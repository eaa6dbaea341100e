-- works-with: 0013
-- Decoding that nobody paid for. Of a job: since when its attempt decodes, and how long earlier attempts did.
alter table jobs add column decoding_since timestamptz;
alter table jobs add column unpaid_decoding_seconds double precision not null default 0;

-- By owner, as `ownerGroup` names them: the seconds that counted at a time, of which the allowance takes back since.
create table unpaid_decoding (
  owner text collate "C" primary key,
  seconds double precision not null,
  counted_at timestamptz not null
);

-- Uploads that were deleted while their presigned URL was valid: an object store goes on taking files for them until it
-- has expired. No foreign key: it would lock workspaces together with jobs, and rows go by themselves.
create table late_uploads (
  key text collate "C" primary key,
  workspace_id text collate "C" not null,
  size_bytes bigint not null,
  until timestamptz not null
);
create index late_uploads_of_workspace on late_uploads (workspace_id);
