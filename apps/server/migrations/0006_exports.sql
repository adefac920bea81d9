CREATE TABLE "data_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"scope_id" bigint NOT NULL,
	"user_id" bigint,
	"job_id" bigint,
	"schedule_id" bigint,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"file_key" text,
	"file_name" text,
	"size_bytes" bigint,
	"row_count" bigint,
	"is_cut" boolean DEFAULT false NOT NULL,
	"mail_state" text,
	"mail_failure" jsonb,
	"forward_state" text,
	"forward_failure" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "export_schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"owner_id" bigint,
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
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_scope" ON "data_exports" USING btree ("scope_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_created" ON "data_exports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_schedule" ON "data_exports" USING btree ("schedule_id","id");--> statement-breakpoint
CREATE INDEX "data_exports_job" ON "data_exports" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "export_schedules_account" ON "export_schedules" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "export_schedules_owner" ON "export_schedules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "export_schedules_due" ON "export_schedules" USING btree ("next_run_at");