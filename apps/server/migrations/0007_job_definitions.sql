CREATE TABLE "job_definitions" (
	"kind" text PRIMARY KEY NOT NULL,
	"active" boolean NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "undo_of" bigint;--> statement-breakpoint
CREATE INDEX "jobs_undo" ON "jobs" USING btree ("undo_of") WHERE undo_of is not null;