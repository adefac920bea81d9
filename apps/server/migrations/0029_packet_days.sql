-- Packets of days that are over: one row a day, connector, identifier and device, in several parts where there are many.
-- A row lies within one day; all its packets have been applied. No two rows share a number, which the key would not bear.
create table packet_days (
  shard integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  account_id bigint not null,
  connector_id bigint not null,
  device_id bigint,
  first_at bigint not null,
  last_at bigint not null,
  packets integer not null,
  -- How many of them have an entry in packet_faults.
  faults integer not null,
  -- Of the contents, before they were compressed.
  bytes bigint not null,
  identifier text not null,
  -- The numbers of the packets, counted from first_seq, in the order of the chunk: a packet is found without opening it.
  seqs integer[] not null,
  chunk bytea not null,
  primary key (shard, first_seq, last_seq)
);
--> statement-breakpoint
-- Compressed already.
alter table packet_days alter column chunk set storage external;
--> statement-breakpoint
create index packet_days_device on packet_days (device_id, last_at) where device_id is not null;
--> statement-breakpoint
create index packet_days_connector on packet_days (connector_id, last_at);
