-- works-with: 0013
-- Whether a workspace is for tests: its jobs analyse nothing, end at once with fixed results and cost nothing.
alter table workspaces add column test boolean not null default false;
