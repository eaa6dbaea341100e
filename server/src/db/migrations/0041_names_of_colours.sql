-- works-with: 0019
-- Rule that the key of a name was made by: 1 without any mark.
alter table brand_colours add column name_rule smallint not null default 1;
