CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"type" text NOT NULL,
	"message" text NOT NULL,
	"active" boolean NOT NULL,
	"start_at" timestamp with time zone,
	"end_at" timestamp with time zone,
	"link" jsonb,
	"include_sub_accounts" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drawer_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawer_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"icon" text NOT NULL,
	"title_de" text NOT NULL,
	"title_en" text NOT NULL,
	"url" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"user_id" bigint,
	"user_name" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"contact" text NOT NULL,
	"page" text NOT NULL,
	"state" text NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_templates" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "mail_templates_account_id_name_language_pk" PRIMARY KEY("account_id","name","language")
);
--> statement-breakpoint
CREATE TABLE "account_settings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"service_builder" jsonb,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "branding_images" (
	"hash" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawer_links" ADD CONSTRAINT "drawer_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedbacks" ADD CONSTRAINT "feedbacks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedbacks" ADD CONSTRAINT "feedbacks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_templates" ADD CONSTRAINT "mail_templates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_settings" ADD CONSTRAINT "account_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_account" ON "announcements" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "drawer_links_account" ON "drawer_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "feedbacks_account" ON "feedbacks" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "feedbacks_user" ON "feedbacks" USING btree ("user_id");
--> statement-breakpoint
-- Links of the footer were one for all languages and stored with the account.
INSERT INTO "account_settings" ("account_id", "values")
SELECT id, links FROM (
  SELECT id, jsonb_strip_nulls(jsonb_build_object(
    'imprintDe', nullif(data->'links'->>'imprint', ''), 'imprintEn', nullif(data->'links'->>'imprint', ''),
    'aboutUsDe', nullif(data->'links'->>'aboutUs', ''), 'aboutUsEn', nullif(data->'links'->>'aboutUs', ''),
    'dataProtectionDe', nullif(data->'links'->>'dataProtection', ''),
    'dataProtectionEn', nullif(data->'links'->>'dataProtection', ''))) AS links
  FROM "accounts") own WHERE links <> '{}'::jsonb;
--> statement-breakpoint
UPDATE "accounts" SET data = data - 'links' WHERE data ? 'links';
