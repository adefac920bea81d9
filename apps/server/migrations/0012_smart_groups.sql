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
ALTER TABLE "smart_group_files" ADD CONSTRAINT "smart_group_files_group_id_smart_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."smart_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_group_packets" ADD CONSTRAINT "smart_group_packets_group_id_smart_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."smart_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_groups" ADD CONSTRAINT "smart_groups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "smart_group_files_group" ON "smart_group_files" USING btree ("group_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "smart_group_files_image" ON "smart_group_files" USING btree ("group_id") WHERE "smart_group_files"."kind" = 'background';--> statement-breakpoint
CREATE INDEX "smart_group_packets_hour" ON "smart_group_packets" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "smart_groups_account" ON "smart_groups" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "smart_groups_order" ON "smart_groups" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "smart_groups_title" ON "smart_groups" USING gin (lower(title) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "smart_groups_uncounted" ON "smart_groups" USING btree ("counted_until");