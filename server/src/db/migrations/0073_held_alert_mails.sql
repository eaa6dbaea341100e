-- works-with: 0013
-- Deliveries of alerts to a person who had enough mail of an hour: they go together in one mail.
create table held_alert_mails (
  delivery_id text collate "C" primary key references alert_deliveries (id) on delete cascade,
  workspace_id text collate "C" not null,
  -- As `mailAddressKey` writes it.
  address text collate "C" not null,
  -- Until when a process has it in hand.
  taken_until timestamptz(3)
);
create index held_alert_mails_of_person on held_alert_mails (workspace_id, address, delivery_id);
