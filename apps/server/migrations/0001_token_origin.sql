-- Links created before have no known creator or carrier, so nobody can tell whether they may still be used: they are
-- deleted, and administrators send new ones. A link goes with its creator and its carrier: null would trust it again.
DELETE FROM "user_tokens";--> statement-breakpoint
ALTER TABLE "user_tokens" ADD COLUMN "creator_id" bigint;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD COLUMN "carrier_id" bigint;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_carrier_id_accounts_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
