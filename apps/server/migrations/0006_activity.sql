CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" bigint,
	"user_id" bigint,
	"session_id" bigint,
	"address" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"objects" jsonb NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"chain_seq" bigint,
	"chain_hash" "bytea"
);
--> statement-breakpoint
CREATE INDEX "activity_account" ON "activity" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_user" ON "activity" USING btree ("user_id","id" DESC NULLS LAST);