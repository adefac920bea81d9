-- Numbers of values that the platform itself writes (by hand, computed), as packets have theirs.
create sequence state_value_seq;
--> statement-breakpoint
-- States go in many ways, mostly together with their twins: none may leave its history behind.
create function remember_dropped_series() returns trigger language plpgsql as $$
begin
  insert into dropped_series (series) select id from gone on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger states_dropped after delete on states
  referencing old table as gone for each statement execute function remember_dropped_series();
--> statement-breakpoint
-- The busiest table: room in its pages lets a new value stay beside the old one, without touching an index.
alter table state_values set (fillfactor = 70);
