-- Rules are kept in memory where data comes in: every change is noted with the twin that the rule stands on.
create trigger twin_rules_config_insert after insert on twin_rules
  referencing new table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
create trigger twin_rules_config_update after update on twin_rules
  referencing new table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
create trigger twin_rules_config_delete after delete on twin_rules
  referencing old table as changed for each statement execute function note_owner_change();
--> statement-breakpoint
-- The areas of zones. A circle moves with its twin, and zones seldom move: their own trigger costs the others nothing.
create trigger twins_config_zone after update on twins for each row
  when (new.type = 'zone' and (old.geo_polygon is distinct from new.geo_polygon or old.type is distinct from new.type
    or old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude))
  execute function note_twin_change();
--> statement-breakpoint
-- Most evaluations write here: room in the pages keeps the writes away from the index.
alter table rule_status set (fillfactor = 70);
--> statement-breakpoint
-- However a rule goes, with its twin or alone: nothing could ever end its alarm.
create function end_rule_alarms() returns trigger language plpgsql as $$
begin
  update alarms set resolved_at = greatest(now(), opened_at)
    where origin = 'rule' and resolved_at is null and origin_id in (select id from gone);
  return null;
end
$$;
--> statement-breakpoint
create trigger twin_rules_gone after delete on twin_rules
  referencing old table as gone for each statement execute function end_rule_alarms();
--> statement-breakpoint
-- Which rules send through a connector is asked before it is deleted.
create index twin_rules_commands on twin_rules using gin ((definition -> 'commands') jsonb_path_ops);
