-- What the search for devices looks at: what it knows of the twin, id, groups and values of properties.
create function device_search_text(twin_text text, properties jsonb, external_id text, groups text[]) returns text
language sql immutable parallel safe
return lower(E'\n' || twin_text || E'\n' || external_id || E'\n' || array_to_string(groups, E'\n') || E'\n'
  || coalesce((select string_agg(property ->> 'value', E'\n') from jsonb_array_elements(properties) as property), '') || E'\n');
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_twin_id_twins_id_fk";
--> statement-breakpoint
DROP INDEX "devices_external_search";--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "device_problems" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "device_problems" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "device_problems" ADD COLUMN "is_alarmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "twins" ADD COLUMN "health" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_search" ON "devices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "twins_device_title" ON "twins" USING btree (lower("title"),"id") WHERE "twins"."category" = 'virtualDevice';
--> statement-breakpoint
create function keep_device_search_text() returns trigger language plpgsql as $$
begin
  select device_search_text(twins.search_text, twins.key_value, new.external_id, new.groups) into new.search_text
  from twins where twins.id = new.twin_id;
  return new;
end
$$;
--> statement-breakpoint
create trigger devices_search_text before insert or update of external_id, groups on devices
for each row execute function keep_device_search_text();
--> statement-breakpoint
create function pass_twin_search_text() returns trigger language plpgsql as $$
begin
  update devices set search_text = device_search_text(new.search_text, new.key_value, external_id, groups)
  where twin_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger twins_search_text after update of search_text, key_value on twins
for each row when (new.category = 'virtualDevice'
  and (old.search_text, old.key_value) is distinct from (new.search_text, new.key_value))
execute function pass_twin_search_text();
--> statement-breakpoint
update devices set groups = groups;
