ALTER TABLE "user_tokens" ADD COLUMN "creator_id" bigint;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD COLUMN "carrier_id" bigint;--> statement-breakpoint
-- The creator of older links is unknown, so they count as carried by the account of their user: they are void as soon
-- as the user has permissions that administrators of that account lack. The last of them expires after seven days.
UPDATE "user_tokens" SET "carrier_id" = "users"."account_id" FROM "users" WHERE "users"."id" = "user_tokens"."user_id";--> statement-breakpoint
-- A link is deleted with its creator and its carrier: null instead of them would make it trusted again.
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_carrier_id_accounts_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
