-- Points of open days in fewer rows: those of neighbouring series (`bundle` is the series divided by 16) that were
-- written together share one. `at` is the time of the newest and `first_at` that of the oldest of them, in one UTC day;
-- bit n of `members` says that series bundle * 16 + n is among them. In `points` each takes 31 bytes, big-endian: one
-- each for its place in the bundle, its kind and its source, four for `shard`, eight each for `seq`, `at` and `number`;
-- where there is a text, its length in four bytes and the text itself follow.
alter table history_points rename to old_points;
--> statement-breakpoint
alter table history_late rename to old_late;
--> statement-breakpoint
alter table history_closed rename to old_closed;
--> statement-breakpoint
drop index history_late_at;
--> statement-breakpoint
create table history_points (
  bundle bigint not null,
  at bigint not null,
  first_at bigint not null,
  members integer not null,
  points bytea not null
) partition by range (at);
--> statement-breakpoint
create index history_points_bundle_at on history_points (bundle, at) with (deduplicate_items = off);
--> statement-breakpoint
-- Takes what belongs to no open day: late values of packed days, imports, clocks that run ahead.
create table history_late partition of history_points default;
--> statement-breakpoint
create index history_late_at on history_late (at);
--> statement-breakpoint
-- Days that are being packed: their partition moves here, so that nothing is written to it any more.
create table history_closed (like history_points) partition by range (at);
--> statement-breakpoint
create index history_closed_bundle_at on history_closed (bundle, at) with (deduplicate_items = off);
--> statement-breakpoint
-- What there is goes to the late values: the days that are open take theirs when the program starts, the others are packed.
insert into history_points (bundle, at, first_at, members, points)
  select series / 16, max(at), min(at), bit_or(1 << (series % 16)::integer), string_agg(
    set_byte('\x00'::bytea, 0, (series % 16)::integer) || convert_to(kind::text || source::text, 'UTF8')
      || int4send(shard) || int8send(seq) || int8send(at) || float8send(coalesce(number, 0))
      || coalesce(int4send(octet_length(convert_to(text, 'UTF8'))) || convert_to(text, 'UTF8'), ''),
    '' order by series, at, shard, seq, source)
  from history_open
  -- Long texts stay apart, or a row could become too large for the database.
  group by series / 16, at / 3600000, case when octet_length(text) > 1000 then seq end;
--> statement-breakpoint
drop view history_open;
--> statement-breakpoint
drop table old_points, old_closed;
--> statement-breakpoint
create view history_open as
  select bundle, at, first_at, members, points from history_points
  union all
  select bundle, at, first_at, members, points from history_closed;
