-- Counts a change of an account's configuration, once a transaction, and notes what has changed.
create function note_config_change(account bigint, twin bigint, driver bigint) returns void language plpgsql as $$
declare
  this_xid bigint := pg_current_xact_id()::text::bigint;
  counted bigint;
begin
  insert into config_versions as known (account_id, version, xid) values (account, 1, this_xid)
    on conflict (account_id) do update set version = known.version + 1, xid = this_xid where known.xid <> this_xid;
  select version into counted from config_versions where account_id = account;
  insert into config_changes (account_id, version, twin_id, driver_id) values (account, counted, twin, driver);
end
$$;
--> statement-breakpoint
create function note_twin_gone() returns trigger language plpgsql as $$
begin
  -- An account that goes takes its counter with it.
  perform note_config_change(account_id, id, null) from gone
    where exists (select from accounts where accounts.id = gone.account_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger twins_config_gone after delete on twins
  referencing old table as gone for each statement execute function note_twin_gone();
--> statement-breakpoint
create function note_twin_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(new.account_id, new.id, null);
  return null;
end
$$;
--> statement-breakpoint
-- Row by row, because the status of twins changes all the time and must cost nothing here.
create trigger twins_config_change after update on twins for each row
  when (old.disabled is distinct from new.disabled or old.title is distinct from new.title
    or old.tags is distinct from new.tags or old.key_value is distinct from new.key_value
    or old.scope_id is distinct from new.scope_id or old.account_id is distinct from new.account_id
    or old.category is distinct from new.category)
  execute function note_twin_change();
--> statement-breakpoint
create function note_owner_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(twins.account_id, twins.id, null)
    from twins where twins.id in (select twin_id from changed);
  return null;
end
$$;
--> statement-breakpoint
create trigger devices_config_insert after insert on devices
  referencing new table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
create trigger devices_config_update after update on devices
  referencing new table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
create trigger states_config_insert after insert on states
  referencing new table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
create trigger states_config_update after update on states
  referencing new table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
create trigger states_config_delete after delete on states
  referencing old table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
-- A new dependency matters where the values come from, and where they go.
create function note_edge_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(twins.account_id, twins.id, null) from twins where twins.id in (
    select states.twin_id from states join changed on states.id in (changed.state_id, changed.source_state_id));
  return null;
end
$$;
--> statement-breakpoint
create trigger state_sources_config_insert after insert on state_sources
  referencing new table as changed for each statement execute function note_edge_change();
--> statement-breakpoint
create trigger state_sources_config_delete after delete on state_sources
  referencing old table as changed for each statement execute function note_edge_change();
--> statement-breakpoint
-- Drafts (number 0) are nobody's yet.
create function note_driver_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(used.account_id, null, used.driver_id) from (
    select distinct twins.account_id, devices.driver_id from devices join twins on twins.id = devices.twin_id
    where devices.driver_id in (select driver_id from changed where number > 0)) as used;
  return null;
end
$$;
--> statement-breakpoint
create trigger driver_versions_config_insert after insert on driver_versions
  referencing new table as changed for each statement execute function note_driver_change();
--> statement-breakpoint
create trigger driver_versions_config_update after update on driver_versions
  referencing new table as changed for each statement execute function note_driver_change();
--> statement-breakpoint
-- Every packet writes here: room in the pages keeps the writes away from the index.
alter table device_status set (fillfactor = 70);
