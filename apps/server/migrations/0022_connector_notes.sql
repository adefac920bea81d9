-- Which twins a connector feeds follows from the account it stands in: a new one must be known before its first message.
-- 0 is no twin: nothing but the connectors is read anew.
create function note_connector_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(account_id, 0, null) from changed;
  return null;
end
$$;
--> statement-breakpoint
create trigger connectors_config_insert after insert on connectors
  referencing new table as changed for each statement execute function note_connector_change();
--> statement-breakpoint
-- An account that moves takes its twins and connectors along; null for both means: everything of the account.
create function note_scope_move() returns trigger language plpgsql as $$
begin
  perform note_config_change(accounts.id, null, null) from accounts where accounts.scope_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger scopes_config_move after update on scopes for each row
  when (old.path is distinct from new.path) execute function note_scope_move();
