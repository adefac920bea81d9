CREATE TABLE "alarm_report_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_report_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"report_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"counts" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"mail" jsonb
);
--> statement-breakpoint
CREATE TABLE "alarm_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"owner_id" bigint,
	"api_key_id" bigint,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	"definition" jsonb NOT NULL,
	"next_run_at" timestamp with time zone,
	"covered_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_report_runs" ADD CONSTRAINT "alarm_report_runs_report_id_alarm_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."alarm_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_reports" ADD CONSTRAINT "alarm_reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_reports" ADD CONSTRAINT "alarm_reports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_report_runs_report" ON "alarm_report_runs" USING btree ("report_id","id");--> statement-breakpoint
CREATE INDEX "alarm_reports_account" ON "alarm_reports" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alarm_reports_owner" ON "alarm_reports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "alarm_reports_due" ON "alarm_reports" USING btree ("next_run_at");