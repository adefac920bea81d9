ALTER TABLE "fleets" ADD COLUMN "has_own_connector" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fleets" ADD COLUMN "driver_id" bigint;--> statement-breakpoint
ALTER TABLE "fleets" ADD COLUMN "has_own_driver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fleets" ADD COLUMN "state" text DEFAULT 'making' NOT NULL;--> statement-breakpoint
ALTER TABLE "fleets" ADD COLUMN "job_id" bigint;--> statement-breakpoint
ALTER TABLE "fleets" ADD CONSTRAINT "fleets_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE set null ON UPDATE no action;