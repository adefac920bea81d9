CREATE TABLE "alarm_escalations" (
	"alarm_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"recipients" text[] NOT NULL,
	"queued_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "alarm_escalations_alarm_id_position_pk" PRIMARY KEY("alarm_id","position")
);
--> statement-breakpoint
CREATE TABLE "maintenances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"twin_id" bigint NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"includes_below" boolean NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_by" bigint;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "assignee_id" bigint;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "muted_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "is_muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "twins" ADD COLUMN "alarm" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_escalations" ADD CONSTRAINT "alarm_escalations_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_escalations_due" ON "alarm_escalations" USING btree ("due_at") WHERE "alarm_escalations"."queued_at" is null;--> statement-breakpoint
CREATE INDEX "maintenances_twin" ON "maintenances" USING btree ("twin_id");--> statement-breakpoint
CREATE INDEX "maintenances_to" ON "maintenances" USING btree ("to_at");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_open_twin" ON "alarms" USING btree ("twin_id") WHERE "alarms"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "rule_commands_waiting" ON "rule_commands" USING btree ("code") WHERE "rule_commands"."state" = 'queued' and "rule_commands"."code" is not null;--> statement-breakpoint
CREATE INDEX "twins_errors" ON "twins" USING gist ("path") WHERE "twins"."status" = 3 and not "twins"."disabled";--> statement-breakpoint
CREATE INDEX "twins_warnings" ON "twins" USING gist ("path") WHERE "twins"."status" = 2 and not "twins"."disabled";--> statement-breakpoint
-- The status of a twin contains the open alarms of its rules from now on.
UPDATE "twins" SET "alarm" = "open"."level", "status" = greatest("twins"."status", "open"."level")
  FROM (SELECT "twin_id", max(CASE "severity" WHEN 'error' THEN 3 ELSE 2 END)::smallint AS "level" FROM "alarms"
    WHERE "resolved_at" IS NULL AND "origin" = 'rule' AND "twin_id" IS NOT NULL GROUP BY "twin_id") AS "open"
  WHERE "twins"."id" = "open"."twin_id";
