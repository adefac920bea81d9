CREATE TABLE "connector_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connector_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connector_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"content" text NOT NULL,
	"answer" text,
	"code" text,
	"params" jsonb
);
--> statement-breakpoint
ALTER TABLE "connector_deliveries" ADD CONSTRAINT "connector_deliveries_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_deliveries_connector" ON "connector_deliveries" USING btree ("connector_id","id");