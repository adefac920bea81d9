CREATE TABLE "flow_alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flow_alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alarm_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_dead_letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flow_dead_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"flow_id" bigint NOT NULL,
	"step" integer NOT NULL,
	"connector_id" bigint NOT NULL,
	"key" text NOT NULL,
	"event" jsonb NOT NULL,
	"failure" jsonb NOT NULL,
	"size_bytes" integer NOT NULL,
	"entry" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_figures" (
	"flow_id" bigint NOT NULL,
	"step" integer NOT NULL,
	"connector_id" bigint DEFAULT 0 NOT NULL,
	"entered" bigint DEFAULT 0 NOT NULL,
	"passed" bigint DEFAULT 0 NOT NULL,
	"stopped" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"last_failure" jsonb,
	"last_failure_at" timestamp with time zone,
	"samples" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "flow_figures_flow_id_step_connector_id_pk" PRIMARY KEY("flow_id","step","connector_id")
);
--> statement-breakpoint
CREATE TABLE "flow_filters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flow_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"input_type" text DEFAULT 'generic' NOT NULL,
	"match" text DEFAULT 'all' NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"script" text DEFAULT '' NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_shadows" (
	"flow_id" bigint PRIMARY KEY NOT NULL,
	"same" bigint DEFAULT 0 NOT NULL,
	"different" bigint DEFAULT 0 NOT NULL,
	"only_productive" bigint DEFAULT 0 NOT NULL,
	"only_shadow" bigint DEFAULT 0 NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_transformers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flow_transformers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"input_type" text NOT NULL,
	"output_type" text NOT NULL,
	"script" text NOT NULL,
	"test_value" text DEFAULT '' NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_usages" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"queued" bigint DEFAULT 0 NOT NULL,
	"queued_bytes" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"trigger" text NOT NULL,
	"steps" jsonb NOT NULL,
	"shadow" jsonb,
	"filter_ids" bigint[] DEFAULT '{}' NOT NULL,
	"transformer_ids" bigint[] DEFAULT '{}' NOT NULL,
	"connector_ids" bigint[] DEFAULT '{}' NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flow_dead_letters" ADD CONSTRAINT "flow_dead_letters_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_figures" ADD CONSTRAINT "flow_figures_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_filters" ADD CONSTRAINT "flow_filters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_shadows" ADD CONSTRAINT "flow_shadows_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_transformers" ADD CONSTRAINT "flow_transformers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_usages" ADD CONSTRAINT "flow_usages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flows" ADD CONSTRAINT "flows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_dead_letters_flow" ON "flow_dead_letters" USING btree ("flow_id","id");--> statement-breakpoint
CREATE INDEX "flow_dead_letters_account" ON "flow_dead_letters" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_dead_letters_entry" ON "flow_dead_letters" USING btree ("entry");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_filters_name" ON "flow_filters" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "flow_transformers_name" ON "flow_transformers" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "flows_name" ON "flows" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "flows_triggered" ON "flows" USING btree ("account_id","trigger") WHERE "flows"."active";--> statement-breakpoint
CREATE INDEX "flows_filters" ON "flows" USING gin ("filter_ids");--> statement-breakpoint
CREATE INDEX "flows_transformers" ON "flows" USING gin ("transformer_ids");--> statement-breakpoint
CREATE INDEX "flows_connectors" ON "flows" USING gin ("connector_ids");--> statement-breakpoint
-- Drizzle knows no functions and triggers. Flows are part of the configuration: the pipeline reads them again before it
-- applies the next packets. Twin 0 stands for no twin.
create function note_flow_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(account_id, 0, null) from changed
    where exists (select from accounts where accounts.id = changed.account_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger flows_config_insert after insert on flows
  referencing new table as changed for each statement execute function note_flow_change();
--> statement-breakpoint
create trigger flows_config_update after update on flows
  referencing new table as changed for each statement execute function note_flow_change();
--> statement-breakpoint
create trigger flows_config_delete after delete on flows
  referencing old table as changed for each statement execute function note_flow_change();
--> statement-breakpoint
create trigger flow_filters_config_update after update on flow_filters
  referencing new table as changed for each statement execute function note_flow_change();
--> statement-breakpoint
create trigger flow_transformers_config_update after update on flow_transformers
  referencing new table as changed for each statement execute function note_flow_change();
--> statement-breakpoint
-- The alarm log is written in many places, so a trigger queues its changes in their transaction, and only for accounts
-- with flows that wait for them.
create function note_flow_alarm() returns trigger language plpgsql as $$
begin
  if exists (select from flows where flows.account_id = new.account_id and flows.trigger = 'alarm' and flows.active) then
    if tg_op = 'INSERT' then
      insert into flow_alarms (alarm_id, account_id, event) values (new.id, new.account_id, 'created');
    end if;
    if new.resolved_at is not null then
      insert into flow_alarms (alarm_id, account_id, event) values (new.id, new.account_id, 'resolved');
    end if;
    perform pg_notify('stellwerk_flow_alarms', '');
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger alarms_flow_insert after insert on alarms for each row execute function note_flow_alarm();
--> statement-breakpoint
create trigger alarms_flow_resolve after update on alarms for each row
  when (old.resolved_at is null and new.resolved_at is not null) execute function note_flow_alarm();
