-- What exposure is computed from, a tenth of the results. All of it is made from results and can be made again.
-- works-with: 0013
create table job_exposures (
  job_id text collate "C" primary key references jobs (id) on delete cascade,
  -- Of the code that made it; what another version made counts for nothing.
  version integer not null,
  -- The corrections it holds: their count and the last of them; empty without any.
  corrections text collate "C" not null,
  -- Brands, appearances and boxes; and their sums by the usual weights. Compressed already.
  form bytea not null,
  sums bytea not null
);
alter table job_exposures alter column form set storage external;
alter table job_exposures alter column sums set storage external;
