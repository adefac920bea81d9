CREATE TABLE "rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"action" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_default_roles" (
	"account_id" bigint NOT NULL,
	"scope_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	"module" text DEFAULT '' NOT NULL,
	CONSTRAINT "account_default_roles_account_id_module_scope_id_role_id_pk" PRIMARY KEY("account_id","module","scope_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "account_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_modules" (
	"account_id" bigint NOT NULL,
	"module" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "account_modules_account_id_module_pk" PRIMARY KEY("account_id","module")
);
--> statement-breakpoint
CREATE TABLE "account_terms" (
	"account_id" bigint NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_terms_account_id_language_pk" PRIMARY KEY("account_id","language")
);
--> statement-breakpoint
CREATE TABLE "activity_chains" (
	"chain_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"title" text NOT NULL,
	"calls_per_minute" integer NOT NULL,
	"valid_until" timestamp with time zone,
	"permissions" text[],
	"scope_ids" bigint[],
	"last_used_at" timestamp with time zone,
	"window_at" timestamp with time zone,
	"calls" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "federated_attempts" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"federated_client_id" bigint NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"redirect" text NOT NULL,
	"link_user_id" bigint,
	"address" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "federated_clients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "federated_clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"display_name" text NOT NULL,
	"logo" text NOT NULL,
	"domain" text NOT NULL,
	"active" boolean NOT NULL,
	"create_users" boolean NOT NULL,
	"client_id" text NOT NULL,
	"scope" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"federated_client_id" bigint NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_federated_client_id_issuer_subject_pk" PRIMARY KEY("federated_client_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "user_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "mail_server" jsonb;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "password_policy" jsonb;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "integrations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "retention_months" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "csv_export_limit" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_number_of_devices" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_number_of_templates" integer;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "user_email" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "api_key_id" bigint;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "impersonator_id" bigint;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "impersonator_email" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonator_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "original_session_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mfa_enabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mfa_last_step" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bulk_job_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "eula_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_default_roles" ADD CONSTRAINT "account_default_roles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_default_roles" ADD CONSTRAINT "account_default_roles_scope_id_scopes_id_fk" FOREIGN KEY ("scope_id") REFERENCES "public"."scopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_default_roles" ADD CONSTRAINT "account_default_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_domains" ADD CONSTRAINT "account_domains_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_modules" ADD CONSTRAINT "account_modules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_terms" ADD CONSTRAINT "account_terms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "federated_attempts" ADD CONSTRAINT "federated_attempts_federated_client_id_federated_clients_id_fk" FOREIGN KEY ("federated_client_id") REFERENCES "public"."federated_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "federated_attempts" ADD CONSTRAINT "federated_attempts_link_user_id_users_id_fk" FOREIGN KEY ("link_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "federated_clients" ADD CONSTRAINT "federated_clients_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_federated_client_id_federated_clients_id_fk" FOREIGN KEY ("federated_client_id") REFERENCES "public"."federated_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rules_key" ON "rules" USING btree (lower("subject"),lower("action"));--> statement-breakpoint
CREATE INDEX "account_default_roles_role" ON "account_default_roles" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "account_default_roles_scope" ON "account_default_roles" USING btree ("scope_id");--> statement-breakpoint
CREATE INDEX "account_domains_account" ON "account_domains" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "federated_attempts_address" ON "federated_attempts" USING btree ("address");--> statement-breakpoint
CREATE INDEX "federated_clients_account" ON "federated_clients" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "federated_clients_domain" ON "federated_clients" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_tokens_user" ON "user_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "user_tokens_expiry" ON "user_tokens" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_original_session_id_sessions_id_fk" FOREIGN KEY ("original_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scopes_name_search" ON "scopes" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accounts_parent" ON "accounts" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "accounts_name" ON "accounts" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_name_search" ON "accounts" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "activity_objects" ON "activity" USING gin ("objects" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "activity_unsealed" ON "activity" USING btree ("id") WHERE "activity"."chain_seq" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_chain" ON "activity" USING btree (coalesce("account_id", 0),"chain_seq") WHERE "activity"."chain_seq" is not null;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("last_name"),lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"),"id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_last_sign_in" ON "users" USING btree ("last_sign_in_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "username")) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email")) WHERE "users"."email" <> '';