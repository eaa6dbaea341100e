-- works-with: 0013
-- Whether a link names its workspace; null for links of before, which name none. And the logo shown with it, a PNG.
alter table shares add column names_sender boolean;
alter table shares add column logo bytea;
alter table shares add column logo_width int;
alter table shares add column logo_height int;
