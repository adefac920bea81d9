CREATE TABLE "dropped_series" (
	"series" bigint PRIMARY KEY NOT NULL,
	"dropped_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_sources" (
	"state_id" bigint NOT NULL,
	"source_state_id" bigint NOT NULL,
	CONSTRAINT "state_sources_state_id_source_state_id_pk" PRIMARY KEY("state_id","source_state_id")
);
--> statement-breakpoint
CREATE TABLE "state_values" (
	"state_id" bigint PRIMARY KEY NOT NULL,
	"value" jsonb,
	"measured_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"origin" text,
	"shard" integer,
	"seq" bigint,
	"status" smallint DEFAULT 0 NOT NULL,
	"problem_code" text,
	"problem_params" jsonb
);
--> statement-breakpoint
CREATE TABLE "states" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"twin_id" bigint NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"value_type" text NOT NULL,
	"lower_bound" double precision,
	"upper_bound" double precision,
	"transformer" text DEFAULT '' NOT NULL,
	"layout" text DEFAULT 'auto' NOT NULL,
	"visualisation" jsonb NOT NULL,
	"geo_link" text,
	"valid_seconds" integer,
	"source" text NOT NULL,
	"config" jsonb NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "twin_shares" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twin_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"twin_id" bigint NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "favourites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"twin_id" bigint NOT NULL,
	"size" text DEFAULT 'medium' NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "twin_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twin_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"twin_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "twin_positions" (
	"twin_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	CONSTRAINT "twin_positions_twin_id_at_pk" PRIMARY KEY("twin_id","at")
);
--> statement-breakpoint
CREATE TABLE "twin_references" (
	"twin_id" bigint NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "twin_references_twin_id_name_pk" PRIMARY KEY("twin_id","name")
);
--> statement-breakpoint
CREATE TABLE "twin_users" (
	"twin_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"responsibility" text NOT NULL,
	CONSTRAINT "twin_users_twin_id_user_id_responsibility_pk" PRIMARY KEY("twin_id","user_id","responsibility")
);
--> statement-breakpoint
CREATE TABLE "twins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"parent_id" bigint,
	"path" "ltree" NOT NULL,
	"scope_id" bigint NOT NULL,
	"owns_scope" boolean DEFAULT false NOT NULL,
	"category" text DEFAULT 'digitalTwin' NOT NULL,
	"type" text DEFAULT 'default' NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"x" integer,
	"y" integer,
	"is_address_linked" boolean DEFAULT true NOT NULL,
	"geo_polygon" jsonb,
	"key_value" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"floor_number" integer,
	"room" text DEFAULT '' NOT NULL,
	"overlay_bounds" jsonb,
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"search_text" text NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "state_sources" ADD CONSTRAINT "state_sources_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_sources" ADD CONSTRAINT "state_sources_source_state_id_states_id_fk" FOREIGN KEY ("source_state_id") REFERENCES "public"."states"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_values" ADD CONSTRAINT "state_values_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "states" ADD CONSTRAINT "states_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_shares" ADD CONSTRAINT "twin_shares_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_shares" ADD CONSTRAINT "twin_shares_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_files" ADD CONSTRAINT "twin_files_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_positions" ADD CONSTRAINT "twin_positions_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_references" ADD CONSTRAINT "twin_references_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_users" ADD CONSTRAINT "twin_users_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin_users" ADD CONSTRAINT "twin_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_parent_id_twins_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_scope_id_scopes_id_fk" FOREIGN KEY ("scope_id") REFERENCES "public"."scopes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "state_sources_source" ON "state_sources" USING btree ("source_state_id");--> statement-breakpoint
CREATE UNIQUE INDEX "states_key" ON "states" USING btree ("twin_id",lower("key"));--> statement-breakpoint
CREATE INDEX "states_order" ON "states" USING btree ("twin_id","position","id");--> statement-breakpoint
CREATE INDEX "states_source" ON "states" USING btree ("source") WHERE "states"."source" in ('random', 'system', 'datarouting');--> statement-breakpoint
CREATE INDEX "states_search" ON "states" USING gin ((lower("title" || ' ' || "key")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "states_title" ON "states" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "twin_shares_twin" ON "twin_shares" USING btree ("twin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "twin_shares_key" ON "twin_shares" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "favourites_twin" ON "favourites" USING btree ("user_id","twin_id");--> statement-breakpoint
CREATE INDEX "favourites_of_twin" ON "favourites" USING btree ("twin_id");--> statement-breakpoint
CREATE INDEX "twin_files_twin" ON "twin_files" USING btree ("twin_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "twin_files_image" ON "twin_files" USING btree ("twin_id","kind") WHERE "twin_files"."kind" <> 'attachment';--> statement-breakpoint
CREATE INDEX "twin_files_key" ON "twin_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "twin_references_value" ON "twin_references" USING btree ("name","value");--> statement-breakpoint
CREATE INDEX "twin_users_user" ON "twin_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "twins_path_tree" ON "twins" USING gist ("path");--> statement-breakpoint
CREATE INDEX "twins_children" ON "twins" USING btree ("parent_id",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "twins_scope" ON "twins" USING btree ("scope_id");--> statement-breakpoint
CREATE INDEX "twins_account_title" ON "twins" USING btree ("account_id",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "twins_title" ON "twins" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "twins_search" ON "twins" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "twins_tags" ON "twins" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "twins_place" ON "twins" USING btree ("x","y") WHERE "twins"."x" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "twins_sibling_title" ON "twins" USING btree ("account_id",coalesce("parent_id", 0),lower("title")) WHERE "twins"."category" = 'digitalTwin';