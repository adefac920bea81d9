CREATE TABLE "alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"twin_id" bigint,
	"origin" text NOT NULL,
	"origin_id" bigint NOT NULL,
	"identifier" text NOT NULL,
	"category" text NOT NULL,
	"severity" text NOT NULL,
	"message" text NOT NULL,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "connector_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connector_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connector_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"params" jsonb
);
--> statement-breakpoint
CREATE TABLE "connector_status" (
	"connector_id" bigint PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"code" text,
	"params" jsonb,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"last_packet_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "connectors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connectors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"options_version" bigint DEFAULT 1 NOT NULL,
	"mutator" jsonb NOT NULL,
	"device_limit" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_problems" (
	"twin_id" bigint NOT NULL,
	"identifier" text NOT NULL,
	"category" text NOT NULL,
	"severity" text NOT NULL,
	"message" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"active_since" timestamp with time zone,
	"is_ignored" boolean DEFAULT false NOT NULL,
	CONSTRAINT "device_problems_twin_id_identifier_pk" PRIMARY KEY("twin_id","identifier")
);
--> statement-breakpoint
CREATE TABLE "device_status" (
	"twin_id" bigint PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp with time zone,
	"health" smallint DEFAULT 0 NOT NULL,
	"packets" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"twin_id" bigint PRIMARY KEY NOT NULL,
	"connector_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"driver_id" bigint,
	"driver_version_id" bigint,
	"operational_status" smallint DEFAULT 0 NOT NULL,
	"groups" text[] DEFAULT '{}' NOT NULL,
	"connector_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"target_reference" jsonb,
	"health_config" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "downlinks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "downlinks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"twin_id" bigint NOT NULL,
	"name" text,
	"port" integer NOT NULL,
	"payload" text NOT NULL,
	"encoding" text NOT NULL,
	"confirmed" boolean NOT NULL,
	"gateway_ids" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"code" text,
	"params" jsonb,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "driver_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "driver_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"driver_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "driver_tests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "driver_tests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"driver_id" bigint NOT NULL,
	"title" text NOT NULL,
	"packet" jsonb NOT NULL,
	"expected" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "driver_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "driver_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"driver_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"parser" jsonb NOT NULL,
	"variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"health" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"downlinks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"published_by" bigint
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drivers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"title" text NOT NULL,
	"manufacturer" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'account' NOT NULL,
	"highlights" text DEFAULT '' NOT NULL,
	"installation_notes" text DEFAULT '' NOT NULL,
	"properties" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "config_changes" (
	"account_id" bigint NOT NULL,
	"version" bigint NOT NULL,
	"twin_id" bigint,
	"driver_id" bigint,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "config_versions" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"xid" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packet_counts" (
	"connector_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"accepted" bigint NOT NULL,
	"rejected" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "packet_counts_connector_id_hour_pk" PRIMARY KEY("connector_id","hour")
);
--> statement-breakpoint
CREATE TABLE "packet_faults" (
	"shard" integer NOT NULL,
	"seq" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"connector_id" bigint NOT NULL,
	"device_id" bigint,
	"outcome" text NOT NULL,
	"code" text NOT NULL,
	"params" jsonb NOT NULL,
	CONSTRAINT "packet_faults_shard_seq_pk" PRIMARY KEY("shard","seq")
);
--> statement-breakpoint
CREATE TABLE "refused_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refused_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"connector_id" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"identifier" text NOT NULL,
	"content" text NOT NULL,
	"code" text NOT NULL,
	"params" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_logs" ADD CONSTRAINT "connector_logs_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_status" ADD CONSTRAINT "connector_status_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_problems" ADD CONSTRAINT "device_problems_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_status" ADD CONSTRAINT "device_status_twin_id_devices_twin_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."devices"("twin_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_twin_id_twins_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."twins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_driver_version_id_driver_versions_id_fk" FOREIGN KEY ("driver_version_id") REFERENCES "public"."driver_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downlinks" ADD CONSTRAINT "downlinks_twin_id_devices_twin_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."devices"("twin_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downlinks" ADD CONSTRAINT "downlinks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_files" ADD CONSTRAINT "driver_files_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_tests" ADD CONSTRAINT "driver_tests_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_versions" ADD CONSTRAINT "driver_versions_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_versions" ADD CONSTRAINT "driver_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_versions" ADD CONSTRAINT "config_versions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packet_counts" ADD CONSTRAINT "packet_counts_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_messages" ADD CONSTRAINT "refused_messages_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open" ON "alarms" USING btree ("origin","origin_id","identifier") WHERE "alarms"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_twin" ON "alarms" USING btree ("twin_id","opened_at");--> statement-breakpoint
CREATE INDEX "alarms_account" ON "alarms" USING btree ("account_id","opened_at");--> statement-breakpoint
CREATE INDEX "connector_logs_connector" ON "connector_logs" USING btree ("connector_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "connectors_name" ON "connectors" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "connectors_type" ON "connectors" USING btree ("type");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_external_id" ON "devices" USING btree ("connector_id","external_id");--> statement-breakpoint
CREATE INDEX "devices_driver" ON "devices" USING btree ("driver_id");--> statement-breakpoint
CREATE INDEX "devices_groups" ON "devices" USING gin ("groups");--> statement-breakpoint
CREATE INDEX "devices_external_search" ON "devices" USING gin (lower("external_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "downlinks_twin" ON "downlinks" USING btree ("twin_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_files_name" ON "driver_files" USING btree ("driver_id","kind","name");--> statement-breakpoint
CREATE INDEX "driver_files_key" ON "driver_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "driver_tests_driver" ON "driver_tests" USING btree ("driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_versions_number" ON "driver_versions" USING btree ("driver_id","number");--> statement-breakpoint
CREATE INDEX "drivers_account" ON "drivers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "drivers_title" ON "drivers" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "drivers_search" ON "drivers" USING gin ((lower("title" || ' ' || "manufacturer" || ' ' || "description")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "config_changes_account" ON "config_changes" USING btree ("account_id","version");--> statement-breakpoint
CREATE INDEX "config_changes_time" ON "config_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "packet_faults_connector" ON "packet_faults" USING btree ("connector_id","received_at");--> statement-breakpoint
CREATE INDEX "packet_faults_device" ON "packet_faults" USING btree ("device_id","received_at") WHERE "packet_faults"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "packet_faults_time" ON "packet_faults" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "refused_messages_connector" ON "refused_messages" USING btree ("connector_id","id");