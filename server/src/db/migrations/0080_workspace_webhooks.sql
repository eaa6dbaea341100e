-- works-with: 0013
-- The address of a workspace for its events, and which kinds are sent there; null without an address.
alter table workspaces add column webhook_url text, add column webhook_events text[];
