ALTER TABLE "alarms" ADD COLUMN "cause_id" bigint;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_cause_id_alarms_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."alarms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_cause" ON "alarms" USING btree ("cause_id") WHERE "alarms"."cause_id" is not null;