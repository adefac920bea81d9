CREATE TABLE "bulk_items" (
	"job_id" bigint NOT NULL,
	"item" integer NOT NULL,
	"object_id" bigint NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "bulk_items_job_id_item_pk" PRIMARY KEY("job_id","item")
);
--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_items_object" ON "bulk_items" USING btree ("object_id");