CREATE TABLE "shared_rule_gaps" (
	"shared_rule_id" bigint NOT NULL,
	"twin_id" bigint NOT NULL,
	"code" text NOT NULL,
	"params" jsonb NOT NULL,
	CONSTRAINT "shared_rule_gaps_shared_rule_id_twin_id_pk" PRIMARY KEY("shared_rule_id","twin_id")
);
--> statement-breakpoint
CREATE TABLE "shared_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shared_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"model_id" bigint,
	"smart_group_id" bigint,
	"tag" text,
	"category" text NOT NULL,
	"author_id" bigint,
	"api_key_id" bigint,
	"config_version" bigint,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "smart_group_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "smart_group_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "smart_group_packets" (
	"group_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"packets" bigint NOT NULL,
	CONSTRAINT "smart_group_packets_group_id_hour_pk" PRIMARY KEY("group_id","hour")
);
--> statement-breakpoint
CREATE TABLE "smart_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "smart_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"filter" jsonb NOT NULL,
	"packet_threshold" integer,
	"monitors_packets" boolean NOT NULL,
	"counted_until" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "cause_id" bigint;--> statement-breakpoint
ALTER TABLE "twin_rules" ADD COLUMN "shared_rule_id" bigint;--> statement-breakpoint
ALTER TABLE "twin_rules" ADD COLUMN "model_revision" integer;--> statement-breakpoint
ALTER TABLE "shared_rule_gaps" ADD CONSTRAINT "shared_rule_gaps_shared_rule_id_shared_rules_id_fk" FOREIGN KEY ("shared_rule_id") REFERENCES "public"."shared_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_rule_gaps" ADD CONSTRAINT "shared_rule_gaps_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_rules" ADD CONSTRAINT "shared_rules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_rules" ADD CONSTRAINT "shared_rules_model_id_twin_rules_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."twin_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_rules" ADD CONSTRAINT "shared_rules_smart_group_id_smart_groups_id_fk" FOREIGN KEY ("smart_group_id") REFERENCES "public"."smart_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_rules" ADD CONSTRAINT "shared_rules_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_group_files" ADD CONSTRAINT "smart_group_files_group_id_smart_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."smart_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_group_packets" ADD CONSTRAINT "smart_group_packets_group_id_smart_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."smart_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_groups" ADD CONSTRAINT "smart_groups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_rule_gaps_twin" ON "shared_rule_gaps" USING btree ("twin_id");--> statement-breakpoint
CREATE INDEX "shared_rules_account" ON "shared_rules" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "shared_rules_model" ON "shared_rules" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "shared_rules_group" ON "shared_rules" USING btree ("smart_group_id");--> statement-breakpoint
CREATE INDEX "smart_group_files_group" ON "smart_group_files" USING btree ("group_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "smart_group_files_image" ON "smart_group_files" USING btree ("group_id") WHERE "smart_group_files"."kind" = 'background';--> statement-breakpoint
CREATE INDEX "smart_group_packets_hour" ON "smart_group_packets" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "smart_groups_account" ON "smart_groups" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "smart_groups_order" ON "smart_groups" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "smart_groups_title" ON "smart_groups" USING gin (lower(title) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "smart_groups_uncounted" ON "smart_groups" USING btree ("counted_until");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_cause_id_alarms_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."alarms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_rules" ADD CONSTRAINT "twin_rules_shared_rule_id_shared_rules_id_fk" FOREIGN KEY ("shared_rule_id") REFERENCES "public"."shared_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_cause" ON "alarms" USING btree ("cause_id") WHERE "alarms"."cause_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "twin_rules_shared" ON "twin_rules" USING btree ("shared_rule_id","twin_id") WHERE "twin_rules"."shared_rule_id" is not null;