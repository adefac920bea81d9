-- Accounts whose packets are applied apart from the others, because they take long: those of a shard behind `cursor`, and
-- up to the cursor of the shard, still wait. An account without a row has nothing that waits before that cursor.
create table ingest_lanes (
  shard integer not null,
  account_id bigint not null,
  cursor bigint not null,
  primary key (account_id, shard)
);
