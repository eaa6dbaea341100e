-- works-with: 0013
-- Attempts at a report: only the last may write, and each lays its files into a folder of its own. 0: of before attempts
-- were counted, whose files are in the folder of the report.
alter table reports add column attempt int not null default 0;
