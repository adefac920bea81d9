CREATE TABLE "device_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"title" text NOT NULL,
	"draft" jsonb NOT NULL,
	"draft_revision" integer DEFAULT 1 NOT NULL,
	"draft_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"draft_changed_by" bigint,
	"has_changes" boolean DEFAULT true NOT NULL,
	"connector_id" bigint NOT NULL,
	"driver_id" bigint NOT NULL,
	"productive" integer,
	"job_id" bigint,
	"canary" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_template_links" (
	"twin_id" bigint PRIMARY KEY NOT NULL,
	"template_id" bigint NOT NULL,
	"version" integer,
	"state" text DEFAULT 'pending' NOT NULL,
	"code" text,
	"params" jsonb,
	"is_canary" boolean DEFAULT false NOT NULL,
	"linked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"synced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "device_template_rules" (
	"rule_id" bigint PRIMARY KEY NOT NULL,
	"twin_id" bigint NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_template_versions" (
	"template_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"restores" integer,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" bigint,
	CONSTRAINT "device_template_versions_template_id_number_pk" PRIMARY KEY("template_id","number")
);
--> statement-breakpoint
ALTER TABLE "device_templates" ADD CONSTRAINT "device_templates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_templates" ADD CONSTRAINT "device_templates_draft_changed_by_users_id_fk" FOREIGN KEY ("draft_changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_template_links" ADD CONSTRAINT "device_template_links_twin_id_devices_twin_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."devices"("twin_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_template_links" ADD CONSTRAINT "device_template_links_template_id_device_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."device_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_template_rules" ADD CONSTRAINT "device_template_rules_rule_id_twin_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."twin_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_template_rules" ADD CONSTRAINT "device_template_rules_twin_id_device_template_links_twin_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."device_template_links"("twin_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_template_versions" ADD CONSTRAINT "device_template_versions_template_id_device_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."device_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_template_versions" ADD CONSTRAINT "device_template_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_templates_name" ON "device_templates" USING btree ("account_id",lower("title"));--> statement-breakpoint
CREATE INDEX "device_templates_title" ON "device_templates" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "device_templates_canary" ON "device_templates" USING btree ("id") WHERE "device_templates"."canary" is not null;--> statement-breakpoint
CREATE INDEX "device_template_links_template" ON "device_template_links" USING btree ("template_id","twin_id");--> statement-breakpoint
CREATE INDEX "device_template_links_open" ON "device_template_links" USING btree ("template_id") WHERE "device_template_links"."state" <> 'synced';--> statement-breakpoint
CREATE UNIQUE INDEX "device_template_rules_key" ON "device_template_rules" USING btree ("twin_id","key");