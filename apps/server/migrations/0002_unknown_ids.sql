CREATE TABLE "unknown_ids" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unknown_ids_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connector_id" bigint NOT NULL,
	"identifier" text NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unknown_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connector_id" bigint NOT NULL,
	"unknown_id" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connector_status" ADD COLUMN "dropped" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unknown_ids" ADD CONSTRAINT "unknown_ids_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unknown_messages" ADD CONSTRAINT "unknown_messages_unknown_id_unknown_ids_id_fk" FOREIGN KEY ("unknown_id") REFERENCES "public"."unknown_ids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unknown_ids_identifier" ON "unknown_ids" USING btree ("connector_id","identifier");--> statement-breakpoint
CREATE INDEX "unknown_ids_newest" ON "unknown_ids" USING btree ("connector_id","last_at");--> statement-breakpoint
CREATE INDEX "unknown_messages_id" ON "unknown_messages" USING btree ("unknown_id","id");--> statement-breakpoint
CREATE INDEX "unknown_messages_connector" ON "unknown_messages" USING btree ("connector_id","id");