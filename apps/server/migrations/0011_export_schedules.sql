CREATE TABLE "export_schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"owner_id" bigint,
	"api_key_id" bigint,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	"definition" jsonb NOT NULL,
	"next_run_at" timestamp with time zone,
	"last_run_at" timestamp with time zone,
	"last_export_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "schedule_id" bigint;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "forward_state" text;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "forward_failure" jsonb;--> statement-breakpoint
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_schedules_account" ON "export_schedules" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "export_schedules_owner" ON "export_schedules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "export_schedules_due" ON "export_schedules" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "data_exports_schedule" ON "data_exports" USING btree ("schedule_id","id");