CREATE TABLE "secrets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"ciphertext" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secrets_owner_name_key" UNIQUE("owner","name")
);
--> statement-breakpoint
CREATE INDEX "outbox_retries" ON "outbox" USING btree ("lane","target","next_at") WHERE waiting and attempts > 0 and parked_at is null;