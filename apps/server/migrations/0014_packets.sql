-- Who may write to which part of the packet log. A shard's fence grows with each change of owner.
create table ingest_shards (
  shard integer primary key,
  owner text,
  fence bigint not null default 0,
  lease_until timestamptz not null default '-infinity'
);
--> statement-breakpoint
-- How far the packets of a shard have been applied. Apart from the leases, so that neither waits for the other.
create table ingest_cursors (
  shard integer primary key,
  cursor bigint not null default 0
);
--> statement-breakpoint
create table ingest_processes (
  owner text primary key,
  seen_at timestamptz not null
);
--> statement-breakpoint
-- The durable log: what was acknowledged stands here. Times count milliseconds since 1970 (UTC).
create table packets (
  shard integer not null,
  seq bigint not null,
  account_id bigint not null,
  connector_id bigint not null,
  device_id bigint,
  received_at bigint not null,
  identifier text not null,
  content text not null
) partition by range (received_at);
--> statement-breakpoint
create index packets_shard_seq on packets (shard, seq);
--> statement-breakpoint
create index packets_device on packets (device_id, received_at) where device_id is not null;
--> statement-breakpoint
create index packets_connector on packets (connector_id, received_at);
--> statement-breakpoint
create table packets_other partition of packets default;
--> statement-breakpoint
-- Packets that came to a process which does not own their shard, until the owner takes them.
create table packet_handoff (
  id bigint generated always as identity primary key,
  shard integer not null,
  account_id bigint not null,
  connector_id bigint not null,
  device_id bigint,
  received_at bigint not null,
  identifier text not null,
  content text not null
);
--> statement-breakpoint
create index packet_handoff_shard on packet_handoff (shard, id);
