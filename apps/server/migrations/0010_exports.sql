CREATE TABLE "data_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"scope_id" bigint NOT NULL,
	"user_id" bigint,
	"job_id" bigint,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"file_key" text,
	"file_name" text,
	"size_bytes" bigint,
	"row_count" bigint,
	"is_cut" boolean DEFAULT false NOT NULL,
	"mail_state" text,
	"mail_failure" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "data_exports_scope" ON "data_exports" USING btree ("scope_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_created" ON "data_exports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_job" ON "data_exports" USING btree ("job_id");