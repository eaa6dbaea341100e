-- works-with: 0013
-- Until when a process has somebody's mail in hand, apart from when the next mail is due.
alter table mail_people add column taken_until timestamptz(3);
