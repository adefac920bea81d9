-- Points of open days. `at` counts milliseconds since 1970 (UTC), `kind` and `source` are one letter each; the columns
-- stand in the order that wastes no alignment. No unique index: duplicates fall out when a day is read or packed.
create table history_points (
  series bigint not null,
  at bigint not null,
  seq bigint not null,
  number double precision,
  shard integer not null,
  kind "char" not null,
  source "char" not null,
  text text
) partition by range (at);
--> statement-breakpoint
create index history_points_series_at on history_points (series, at);
--> statement-breakpoint
-- Takes what belongs to no open day: late values of packed days, imports, clocks that run ahead.
create table history_late partition of history_points default;
--> statement-breakpoint
create index history_late_at on history_late (at);
--> statement-breakpoint
-- Days that are being packed: their partition moves here, so that nothing is written to it any more.
create table history_closed (like history_points) partition by range (at);
--> statement-breakpoint
create index history_closed_series_at on history_closed (series, at);
--> statement-breakpoint
create view history_open as
  select series, at, seq, number, shard, kind, source, text from history_points
  union all
  select series, at, seq, number, shard, kind, source, text from history_closed;
--> statement-breakpoint
-- One row a series and day (`day` counts days since 1970, UTC); a day with very many values has several parts.
create table history_days (
  series bigint not null,
  day integer not null,
  part smallint not null,
  points integer not null,
  first_at bigint not null,
  last_at bigint not null,
  chunk bytea not null,
  hours bytea,
  primary key (series, day, part)
);
