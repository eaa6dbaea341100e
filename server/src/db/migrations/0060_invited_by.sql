-- works-with: 0013
-- The owner who sent an invitation; null: sent before this was kept, or by nobody with a session.
alter table invitations add column invited_by text collate "C";
