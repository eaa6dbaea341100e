-- works-with: 0019
-- Rule by which a correction's names were compared when it was made: 1 without any mark.
alter table corrections add column name_rule smallint not null default 1;
