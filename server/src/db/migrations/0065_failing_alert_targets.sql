-- works-with: 0013
-- How often in a row a target has not taken a message, and until when it is sent nothing because of that.
alter table alert_targets add column failures int not null default 0, add column retry_at timestamptz(3);
