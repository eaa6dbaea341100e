-- works-with: 0013
-- Rows that are written again and again while their job goes on leave room for their next versions beside them, and
-- what is dead is cleared away soon.
alter table jobs set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table job_parts set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
alter table workspaces set (fillfactor = 50);
alter table batches set (fillfactor = 80);
