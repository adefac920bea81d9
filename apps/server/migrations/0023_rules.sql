CREATE TABLE "alarm_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alarm_id" bigint NOT NULL,
	"user_id" bigint,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_commands" (
	"execution_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"target" text NOT NULL,
	"at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" text,
	"params" jsonb,
	CONSTRAINT "rule_commands_execution_id_position_pk" PRIMARY KEY("execution_id","position")
);
--> statement-breakpoint
CREATE TABLE "rule_executions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rule_executions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"result" text NOT NULL,
	"trigger" jsonb NOT NULL,
	"metrics" jsonb NOT NULL,
	"conditions" jsonb,
	"is_met" boolean,
	"code" text,
	"params" jsonb,
	"duration_ms" real NOT NULL,
	"alarm_id" bigint,
	"has_error" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_budgets" (
	"account_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"commands" integer DEFAULT 0 NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"limited" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rule_budgets_account_id_hour_pk" PRIMARY KEY("account_id","hour")
);
--> statement-breakpoint
CREATE TABLE "rule_revisions" (
	"rule_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" bigint,
	CONSTRAINT "rule_revisions_rule_id_revision_pk" PRIMARY KEY("rule_id","revision")
);
--> statement-breakpoint
CREATE TABLE "rule_states" (
	"rule_id" bigint NOT NULL,
	"state_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "rule_states_rule_id_state_id_kind_pk" PRIMARY KEY("rule_id","state_id","kind")
);
--> statement-breakpoint
CREATE TABLE "rule_status" (
	"rule_id" bigint PRIMARY KEY NOT NULL,
	"last_evaluated_at" timestamp with time zone,
	"last_executed_at" timestamp with time zone,
	"last_result" text,
	"code" text,
	"params" jsonb,
	"evaluations" bigint DEFAULT 0 NOT NULL,
	"executions" bigint DEFAULT 0 NOT NULL,
	"errors" bigint DEFAULT 0 NOT NULL,
	"limited" bigint DEFAULT 0 NOT NULL,
	"hangs" smallint DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone,
	"geofences" jsonb,
	"open_execution_id" bigint
);
--> statement-breakpoint
CREATE TABLE "rule_wakeups" (
	"rule_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "rule_wakeups_rule_id_kind_key_pk" PRIMARY KEY("rule_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "twin_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twin_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"twin_id" bigint NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"definition" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "resolved_by" bigint;--> statement-breakpoint
ALTER TABLE "alarm_comments" ADD CONSTRAINT "alarm_comments_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_comments" ADD CONSTRAINT "alarm_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_commands" ADD CONSTRAINT "rule_commands_execution_id_rule_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."rule_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_executions" ADD CONSTRAINT "rule_executions_rule_id_twin_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."twin_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_budgets" ADD CONSTRAINT "rule_budgets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_revisions" ADD CONSTRAINT "rule_revisions_rule_id_twin_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."twin_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_revisions" ADD CONSTRAINT "rule_revisions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_states" ADD CONSTRAINT "rule_states_rule_id_twin_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."twin_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_states" ADD CONSTRAINT "rule_states_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_status" ADD CONSTRAINT "rule_status_rule_id_twin_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."twin_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_wakeups" ADD CONSTRAINT "rule_wakeups_rule_id_twin_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."twin_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_rules" ADD CONSTRAINT "twin_rules_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_rules" ADD CONSTRAINT "twin_rules_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_comments_alarm" ON "alarm_comments" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE INDEX "rule_executions_rule" ON "rule_executions" USING btree ("rule_id","at");--> statement-breakpoint
CREATE INDEX "rule_executions_at" ON "rule_executions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "rule_executions_errors" ON "rule_executions" USING btree ("at") WHERE "rule_executions"."has_error";--> statement-breakpoint
CREATE INDEX "rule_executions_alarm" ON "rule_executions" USING btree ("alarm_id") WHERE "rule_executions"."alarm_id" is not null;--> statement-breakpoint
CREATE INDEX "rule_budgets_hour" ON "rule_budgets" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "rule_states_state" ON "rule_states" USING btree ("state_id");--> statement-breakpoint
CREATE INDEX "rule_status_paused" ON "rule_status" USING btree ("paused_until") WHERE "rule_status"."paused_until" is not null;--> statement-breakpoint
CREATE INDEX "rule_wakeups_at" ON "rule_wakeups" USING btree ("at");--> statement-breakpoint
CREATE INDEX "twin_rules_twin" ON "twin_rules" USING btree ("twin_id");--> statement-breakpoint
CREATE INDEX "twin_rules_title" ON "twin_rules" USING gin (lower(title) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "twin_rules_order" ON "twin_rules" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "twin_rules_updated" ON "twin_rules" USING btree ("updated_at","id");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_opened" ON "alarms" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "alarms_resolved" ON "alarms" USING btree ("resolved_at","id");--> statement-breakpoint
CREATE INDEX "alarms_unresolved" ON "alarms" USING btree ("opened_at","id") WHERE "alarms"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_category" ON "alarms" USING btree ("category","opened_at","id");--> statement-breakpoint
CREATE INDEX "alarms_severity" ON "alarms" USING btree (("severity" = 'error'),"opened_at","id");--> statement-breakpoint
CREATE INDEX "alarms_rule" ON "alarms" USING btree ("origin_id","opened_at") WHERE "alarms"."origin" = 'rule';--> statement-breakpoint
CREATE INDEX "alarms_orphans" ON "alarms" USING btree ("opened_at","id") WHERE "alarms"."twin_id" is null;--> statement-breakpoint
CREATE INDEX "alarms_code" ON "alarms" USING btree ("code") WHERE "alarms"."code" is not null;--> statement-breakpoint
CREATE INDEX "alarms_message" ON "alarms" USING gin (lower(message) gin_trgm_ops);