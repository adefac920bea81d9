ALTER TABLE "twins" ADD COLUMN "bulk_job_id" bigint;--> statement-breakpoint
ALTER TABLE "twins" ADD COLUMN "bulk_line" integer;--> statement-breakpoint
CREATE INDEX "twins_type" ON "twins" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "twins_created" ON "twins" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "twins_updated" ON "twins" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "twins_tops" ON "twins" USING btree (lower("title"),"id") WHERE "twins"."parent_id" is null or "twins"."owns_scope";--> statement-breakpoint
CREATE UNIQUE INDEX "twins_bulk" ON "twins" USING btree ("bulk_job_id","bulk_line") WHERE "twins"."bulk_job_id" is not null;--> statement-breakpoint
-- A search for something rare must look rare to the planner: with a hundred samples nothing is rarer than one in a hundred.
ALTER TABLE "twins" ALTER COLUMN "search_text" SET STATISTICS 1000;
