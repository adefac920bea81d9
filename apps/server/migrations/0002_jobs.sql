CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"scope_id" bigint NOT NULL,
	"user_id" bigint,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"name" text,
	"format" text,
	"resource" text,
	"entity_id" bigint,
	"state" text DEFAULT 'created' NOT NULL,
	"payload" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"cancel_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"lane" smallint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waiting" boolean DEFAULT false NOT NULL,
	"parked_at" timestamp with time zone,
	"last_error" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_lane_seq_pk" PRIMARY KEY("lane","seq")
);
--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_scope" ON "jobs" USING btree ("scope_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("account_id") WHERE state in ('created', 'inprogress', 'postprocessing');--> statement-breakpoint
CREATE INDEX "jobs_title_search" ON "jobs" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outbox_ready" ON "outbox" USING btree ("lane","seq") WHERE not waiting and parked_at is null;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("lane","target","seq") WHERE waiting and parked_at is null;--> statement-breakpoint
CREATE INDEX "outbox_parked" ON "outbox" USING btree ("target","parked_at") WHERE parked_at is not null;--> statement-breakpoint
ALTER TABLE "outbox" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
