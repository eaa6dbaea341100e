-- works-with: 0013
-- The person who last set the webhook address of the workspace in a session, whose leaving removes it; null if the
-- operator did, or an earlier release.
alter table workspaces add column webhook_set_by text collate "C";
