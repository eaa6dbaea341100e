-- works-with: 0013
-- The event that a delivery carries, where the delivery has an id of its own because the event goes to two addresses.
alter table webhook_events add column event_id text;
