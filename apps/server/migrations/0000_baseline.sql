-- The whole schema in one step. It replaces the steps 0000 to 0036, and builds the same schema: databases at step 0036
-- count as built by this file (src/platform/db/baseline.ts). Columns are in the order in which those steps added them.
-- Tables of src/**/*.table.ts are repeated here in SQL; functions, triggers, partitions, storage settings and the tables
-- of history and ingest exist here only.

-- Extensions: paths of trees, and search inside of texts.
create extension if not exists ltree;
create extension if not exists pg_trgm;
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Access: the tree of scopes, accounts, users and roles
-- ---------------------------------------------------------------------------------------------------------------------

-- `path` holds the ids from the root down.
create table scopes (
  id bigint generated always as identity primary key,
  parent_id bigint,
  account_id bigint,
  path ltree not null,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index scopes_path_key on scopes (path);
create index scopes_path_tree on scopes using gist (path);
create index scopes_parent on scopes (parent_id);
create index scopes_name_search on scopes using gin (name gin_trgm_ops);
-- Lists are filtered by scope, and the planner estimates their length from scopes and accounts. With the default
-- threshold of 50 changed rows a small installation would never have statistics of them.
alter table scopes set (autovacuum_analyze_threshold = 1, autovacuum_analyze_scale_factor = 0.05);
-- The number of rows below a root: with fewer than a hundred scopes the planner does not trust its statistics of paths.
create statistics scopes_root on (split_part(ltree2text(path), '.', 1)) from scopes;

create table roles (
  id bigint generated always as identity primary key,
  scope_id bigint not null constraint roles_scope_id_scopes_id_fk references scopes,
  name text not null,
  description text not null default '',
  icon text not null default '',
  permissions text[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index roles_name_key on roles (scope_id, lower(name));

create table accounts (
  id bigint generated always as identity primary key,
  parent_id bigint constraint accounts_parent_id_accounts_id_fk references accounts,
  scope_id bigint not null constraint accounts_scope_id_scopes_id_fk references scopes,
  name text not null,
  data jsonb not null default '{}',
  properties jsonb not null default '{}',
  config_version bigint not null default 1,
  created_at timestamptz not null default now(),
  description text not null default '',
  mail_server jsonb,
  password_policy jsonb,
  integrations jsonb not null default '{}',
  retention_months integer not null default 24,
  csv_export_limit integer,
  max_number_of_devices integer,
  max_number_of_templates integer,
  packet_retention_days integer not null default 90,
  constraint accounts_scope_id_unique unique (scope_id)
);
create unique index accounts_name_key on accounts (coalesce(parent_id, 0), lower(name));
create index accounts_parent on accounts (parent_id);
create index accounts_name on accounts (lower(name), id);
create index accounts_created on accounts (created_at, id);
create index accounts_name_search on accounts using gin (name gin_trgm_ops);
alter table accounts set (autovacuum_analyze_threshold = 1, autovacuum_analyze_scale_factor = 0.05);

-- Users of kind `api` may have no email address, so that only addresses that are not empty are unique.
create table users (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint users_account_id_accounts_id_fk references accounts,
  email text not null,
  username text not null,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  active boolean not null default true,
  properties jsonb not null default '{}',
  created_at timestamptz not null default now(),
  kind text not null default 'person',
  language text,
  mfa_enabled_at timestamptz,
  mfa_last_step bigint,
  bulk_job_id bigint,
  eula_accepted_at timestamptz,
  last_sign_in_at timestamptz
);
create unique index users_username_key on users (lower(username));
create index users_account on users (account_id);
create index users_name on users (lower(last_name), lower(first_name), id);
create index users_email on users (lower(email), id);
create index users_created on users (created_at, id);
create index users_last_sign_in on users (last_sign_in_at desc nulls last, id desc nulls last);
create index users_search
  on users using gin ((lower(first_name || ' ' || last_name || ' ' || email || ' ' || username)) gin_trgm_ops);
create unique index users_email_key on users (lower(email)) where email <> '';

create table user_roles (
  user_id bigint not null constraint user_roles_user_id_users_id_fk references users on delete cascade,
  scope_id bigint not null constraint user_roles_scope_id_scopes_id_fk references scopes on delete cascade,
  role_id bigint not null constraint user_roles_role_id_roles_id_fk references roles on delete cascade,
  constraint user_roles_user_id_scope_id_role_id_pk primary key (user_id, scope_id, role_id)
);
create index user_roles_role on user_roles (role_id);

-- Permissions for other systems. The rules of twins are in twin_rules.
create table rules (
  id bigint generated always as identity primary key,
  subject text not null,
  action text not null,
  description text not null default '',
  created_at timestamptz not null default now()
);
create unique index rules_key on rules (lower(subject), lower(action));

create table account_default_roles (
  account_id bigint not null
    constraint account_default_roles_account_id_accounts_id_fk references accounts on delete cascade,
  scope_id bigint not null constraint account_default_roles_scope_id_scopes_id_fk references scopes on delete cascade,
  role_id bigint not null constraint account_default_roles_role_id_roles_id_fk references roles on delete cascade,
  module text not null default '',
  constraint account_default_roles_account_id_module_scope_id_role_id_pk
    primary key (account_id, module, scope_id, role_id)
);
create index account_default_roles_role on account_default_roles (role_id);
create index account_default_roles_scope on account_default_roles (scope_id);

create table account_domains (
  domain text primary key,
  account_id bigint not null constraint account_domains_account_id_accounts_id_fk references accounts on delete cascade,
  position integer not null default 0
);
create index account_domains_account on account_domains (account_id);

create table account_modules (
  account_id bigint not null constraint account_modules_account_id_accounts_id_fk references accounts on delete cascade,
  module text not null,
  active boolean not null,
  constraint account_modules_account_id_module_pk primary key (account_id, module)
);

create table account_terms (
  account_id bigint not null constraint account_terms_account_id_accounts_id_fk references accounts on delete cascade,
  language text not null,
  title text not null,
  text text not null,
  updated_at timestamptz not null default now(),
  constraint account_terms_account_id_language_pk primary key (account_id, language)
);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Sign-in
-- ---------------------------------------------------------------------------------------------------------------------

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint sessions_user_id_users_id_fk references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null,
  impersonator_id bigint constraint sessions_impersonator_id_users_id_fk references users on delete cascade,
  original_session_id bigint
    constraint sessions_original_session_id_sessions_id_fk references sessions on delete cascade
);
create unique index sessions_token_key on sessions (token_hash);
create index sessions_user on sessions (user_id);

create table login_locks (
  key text primary key,
  failures integer not null,
  until timestamptz not null
);

create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint api_keys_user_id_users_id_fk references users on delete cascade,
  key_hash bytea not null,
  prefix text not null,
  title text not null,
  calls_per_minute integer not null,
  valid_until timestamptz,
  permissions text[],
  scope_ids bigint[],
  last_used_at timestamptz,
  window_at timestamptz,
  calls integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index api_keys_hash_key on api_keys (key_hash);
create index api_keys_user on api_keys (user_id);

create table federated_clients (
  id bigint generated always as identity primary key,
  account_id bigint not null
    constraint federated_clients_account_id_accounts_id_fk references accounts on delete cascade,
  kind text not null,
  display_name text not null,
  logo text not null,
  domain text not null,
  active boolean not null,
  create_users boolean not null,
  client_id text not null,
  scope text not null,
  settings jsonb not null,
  created_at timestamptz not null default now()
);
create index federated_clients_account on federated_clients (account_id);
create index federated_clients_domain on federated_clients (domain);

create table federated_attempts (
  token_hash bytea primary key,
  federated_client_id bigint not null
    constraint federated_attempts_federated_client_id_federated_clients_id_fk
      references federated_clients on delete cascade,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  redirect text not null,
  link_user_id bigint constraint federated_attempts_link_user_id_users_id_fk references users on delete cascade,
  address text not null,
  expires_at timestamptz not null
);
create index federated_attempts_address on federated_attempts (address);

create table user_identities (
  federated_client_id bigint not null
    constraint user_identities_federated_client_id_federated_clients_id_fk
      references federated_clients on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null constraint user_identities_user_id_users_id_fk references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_identities_federated_client_id_issuer_subject_pk primary key (federated_client_id, issuer, subject)
);
create index user_identities_user on user_identities (user_id);

create table recovery_codes (
  user_id bigint not null constraint recovery_codes_user_id_users_id_fk references users on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_user_id_code_hash_pk primary key (user_id, code_hash)
);

create table user_tokens (
  token_hash bytea primary key,
  user_id bigint not null constraint user_tokens_user_id_users_id_fk references users on delete cascade,
  purpose text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index user_tokens_user on user_tokens (user_id, purpose);
create index user_tokens_expiry on user_tokens (expires_at);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Activity log
-- ---------------------------------------------------------------------------------------------------------------------

-- Without foreign keys: an entry outlives the objects that it names.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id bigint,
  user_id bigint,
  session_id bigint,
  address text not null,
  method text not null,
  path text not null,
  outcome text not null,
  code text,
  objects jsonb not null,
  details jsonb not null,
  request_id text not null,
  chain_seq bigint,
  chain_hash bytea,
  user_email text,
  api_key_id bigint,
  impersonator_id bigint,
  impersonator_email text
);
create index activity_account on activity (account_id, id desc nulls last);
create index activity_user on activity (user_id, id desc nulls last);
create index activity_at on activity (at);
create index activity_objects on activity using gin (objects jsonb_path_ops);
create index activity_unsealed on activity (id) where chain_seq is null;
create unique index activity_chain on activity (coalesce(account_id, 0), chain_seq) where chain_seq is not null;

create table activity_chains (
  chain_id bigint primary key,
  seq bigint not null,
  hash bytea not null
);

-- A sealed entry can be neither changed nor deleted.
create function activity_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'the activity log is never emptied' using errcode = 'restrict_violation';
  end if;
  raise exception 'entry % of the activity log is sealed', old.id using errcode = 'restrict_violation';
end
$$;
create trigger activity_keep_sealed before update or delete on activity
  for each row when (old.chain_seq is not null) execute function activity_keep();
create trigger activity_keep_all before truncate on activity
  for each statement execute function activity_keep();
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Background jobs, outbox, secrets
-- ---------------------------------------------------------------------------------------------------------------------

create table jobs (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  scope_id bigint not null,
  user_id bigint,
  kind text not null,
  title text not null,
  name text,
  format text,
  resource text,
  entity_id bigint,
  state text not null default 'created',
  payload jsonb not null,
  done integer not null default 0,
  total integer,
  errors jsonb not null default '[]',
  error_count integer not null default 0,
  attempt integer not null default 0,
  tries integer not null default 0,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  stopped_at timestamptz,
  finished_at timestamptz
);
create index jobs_created on jobs (created_at, id);
create index jobs_scope on jobs (scope_id, created_at, id);
create index jobs_open on jobs (account_id) where state in ('created', 'inprogress', 'postprocessing');
create index jobs_title_search on jobs using gin (title gin_trgm_ops);

create table outbox (
  lane smallint not null,
  seq bigint generated always as identity,
  target text not null,
  key text not null,
  kind text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  waiting boolean not null default false,
  parked_at timestamptz,
  last_error jsonb,
  created_at timestamptz not null default now(),
  constraint outbox_lane_seq_pk primary key (lane, seq)
);
create index outbox_ready on outbox (lane, seq) where not waiting and parked_at is null;
create index outbox_waiting on outbox (lane, target, seq) where waiting and parked_at is null;
create index outbox_parked on outbox (target, parked_at) where parked_at is not null;
create index outbox_retries on outbox (lane, target, next_at) where waiting and attempts > 0 and parked_at is null;
-- Rows are short-lived: vacuum runs by their number, at once, and without pauses.
alter table outbox set (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);

create table secrets (
  id bigint generated always as identity primary key,
  owner text not null,
  name text not null,
  ciphertext text not null,
  updated_at timestamptz not null default now(),
  constraint secrets_owner_name_key unique (owner, name)
);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Twins
-- ---------------------------------------------------------------------------------------------------------------------

-- The bounding box of an area in the units of twins.x and twins.y; null for a circle without a centre.
create function twin_area(area jsonb, latitude double precision, longitude double precision) returns box
language plpgsql immutable parallel safe as $$
declare
  corner jsonb;
  sine double precision;
  x double precision;
  y double precision;
  reach double precision;
  low_x double precision;
  low_y double precision;
  high_x double precision;
  high_y double precision;
begin
  if area ->> 'kind' = 'circle' then
    if latitude is null or longitude is null then
      return null;
    end if;
    sine := sin(radians(least(85.0511, greatest(-85.0511, latitude))));
    x := (longitude + 180) / 360 * 1073741824;
    y := (0.5 - ln((1 + sine) / (1 - sine)) / (4 * pi())) * 1073741824;
    reach := (area ->> 'radiusMeters')::double precision / (40075016.7 * sqrt(1 - sine * sine)) * 1073741824;
    return box(point(x - reach, y - reach), point(x + reach, y + reach));
  end if;
  for corner in select value from jsonb_array_elements(area -> 'points') loop
    sine := sin(radians(least(85.0511, greatest(-85.0511, (corner ->> 1)::double precision))));
    x := ((corner ->> 0)::double precision + 180) / 360 * 1073741824;
    y := (0.5 - ln((1 + sine) / (1 - sine)) / (4 * pi())) * 1073741824;
    low_x := least(low_x, x);
    low_y := least(low_y, y);
    high_x := greatest(high_x, x);
    high_y := greatest(high_y, y);
  end loop;
  return box(point(low_x, low_y), point(high_x, high_y));
end
$$;
-- The longer side of that box.
create function twin_area_extent(area jsonb, latitude double precision, longitude double precision)
returns double precision language plpgsql immutable parallel safe as $$
declare
  outline box;
begin
  outline := public.twin_area(area, latitude, longitude);
  return greatest(width(outline), height(outline));
end
$$;

create table twins (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint twins_account_id_accounts_id_fk references accounts,
  -- The foreign key is added below, after the table of states.
  parent_id bigint,
  path ltree not null,
  scope_id bigint not null constraint twins_scope_id_scopes_id_fk references scopes,
  owns_scope boolean not null default false,
  category text not null default 'digitalTwin',
  type text not null default 'default',
  title text not null,
  description text not null default '',
  icon text not null default '',
  tags text[] not null default '{}',
  address text not null default '',
  latitude double precision,
  longitude double precision,
  x integer,
  y integer,
  is_address_linked boolean not null default true,
  geo_polygon jsonb,
  key_value jsonb not null default '[]',
  floor_number integer,
  room text not null default '',
  overlay_bounds jsonb,
  contacts jsonb not null default '[]',
  disabled boolean not null default false,
  status smallint not null default 0,
  search_text text not null,
  created_by bigint constraint twins_created_by_users_id_fk references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  bulk_job_id bigint,
  bulk_line integer,
  health smallint not null default 0
);
create index twins_path_tree on twins using gist (path);
create index twins_children on twins (parent_id, lower(title), id);
create index twins_scope on twins (scope_id);
create index twins_account_title on twins (account_id, lower(title), id);
create index twins_title on twins (lower(title), id);
create index twins_search on twins using gin (search_text gin_trgm_ops);
create index twins_tags on twins using gin (tags);
create index twins_place on twins (x, y) where x is not null;
create unique index twins_sibling_title on twins (account_id, coalesce(parent_id, 0), lower(title))
  where category = 'digitalTwin';
create index twins_area on twins using gist (twin_area(geo_polygon, latitude, longitude)) where geo_polygon is not null;
create index twins_area_extent on twins (twin_area_extent(geo_polygon, latitude, longitude))
  where geo_polygon is not null;
create index twins_floors on twins (id) where overlay_bounds is not null;
create index twins_type on twins (type, id);
create index twins_created on twins (created_at, id);
create index twins_updated on twins (updated_at, id);
create index twins_tops on twins (lower(title), id) where parent_id is null or owns_scope;
create unique index twins_bulk on twins (bulk_job_id, bulk_line) where bulk_job_id is not null;
create index twins_device_title on twins (lower(title), id) where category = 'virtualDevice';
-- A search for a rare word must look rare to the planner: with a hundred samples nothing is rarer than one in a
-- hundred.
alter table twins alter column search_text set statistics 1000;

create table twin_files (
  id bigint generated always as identity primary key,
  twin_id bigint not null constraint twin_files_twin_id_twins_id_fk references twins on delete cascade,
  kind text not null,
  key text not null,
  name text not null,
  type text not null,
  size_bytes integer not null,
  created_at timestamptz not null default now()
);
create index twin_files_twin on twin_files (twin_id, kind);
create unique index twin_files_image on twin_files (twin_id, kind) where kind <> 'attachment';
create index twin_files_key on twin_files (key);

create table twin_positions (
  twin_id bigint not null constraint twin_positions_twin_id_twins_id_fk references twins on delete cascade,
  at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint twin_positions_twin_id_at_pk primary key (twin_id, at)
);

create table twin_references (
  twin_id bigint not null constraint twin_references_twin_id_twins_id_fk references twins on delete cascade,
  name text not null,
  value text not null,
  position integer not null,
  constraint twin_references_twin_id_name_pk primary key (twin_id, name)
);
create index twin_references_value on twin_references (name, value);

create table twin_users (
  twin_id bigint not null constraint twin_users_twin_id_twins_id_fk references twins on delete cascade,
  user_id bigint not null constraint twin_users_user_id_users_id_fk references users on delete cascade,
  responsibility text not null,
  constraint twin_users_twin_id_user_id_responsibility_pk primary key (twin_id, user_id, responsibility)
);
create index twin_users_user on twin_users (user_id);

create table twin_shares (
  id bigint generated always as identity primary key,
  twin_id bigint not null constraint twin_shares_twin_id_twins_id_fk references twins on delete cascade,
  key_hash bytea not null,
  created_by bigint constraint twin_shares_created_by_users_id_fk references users on delete set null,
  created_at timestamptz not null default now(),
  valid_until timestamptz not null
);
create unique index twin_shares_twin on twin_shares (twin_id);
create unique index twin_shares_key on twin_shares (key_hash);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- States of twins
-- ---------------------------------------------------------------------------------------------------------------------

create table states (
  id bigint generated always as identity primary key,
  twin_id bigint not null constraint states_twin_id_twins_id_fk references twins on delete cascade,
  key text not null,
  title text not null,
  unit text not null default '',
  icon text not null default '',
  value_type text not null,
  lower_bound double precision,
  upper_bound double precision,
  transformer text not null default '',
  layout text not null default 'auto',
  visualisation jsonb not null,
  geo_link text,
  valid_seconds integer,
  source text not null,
  config jsonb not null,
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index states_key on states (twin_id, lower(key));
create index states_order on states (twin_id, position, id);
create index states_source on states (source) where source in ('random', 'system', 'datarouting');
create index states_search on states using gin ((lower(title || ' ' || key)) gin_trgm_ops);
create index states_title on states (lower(title), id);
create index states_connector on states ((config ->> 'identifier')) where source = 'connector';
create index states_by_key on states (lower(key), id);

-- Foreign keys act in the order of their creation. This one comes after those above, so that the states of a twin are
-- deleted before the twins below it.
alter table twins add constraint twins_parent_id_twins_id_fk foreign key (parent_id) references twins on delete cascade;

create table state_sources (
  state_id bigint not null constraint state_sources_state_id_states_id_fk references states on delete cascade,
  source_state_id bigint not null constraint state_sources_source_state_id_states_id_fk references states,
  constraint state_sources_state_id_source_state_id_pk primary key (state_id, source_state_id)
);
create index state_sources_source on state_sources (source_state_id);

-- `value` is the text of its JSON: no query looks into it, and parsing it as jsonb took a third of the time of a
-- message.
create table state_values (
  state_id bigint primary key constraint state_values_state_id_states_id_fk references states on delete cascade,
  value text,
  measured_at timestamptz,
  received_at timestamptz,
  origin text,
  shard integer,
  seq bigint,
  status smallint not null default 0,
  problem_code text,
  problem_params jsonb
);
-- The table with the most updates. A page holds several devices, half of whose states change with each packet: free
-- space in the page keeps the new row versions there, so that no index has to be updated (HOT).
alter table state_values set (fillfactor = 50);
-- No query searches by these columns, and analysing them took most of the time of autovacuum.
alter table state_values alter column value set statistics 0, alter column problem_params set statistics 0;

-- Sequence numbers of values that the platform writes itself (by hand, computed), like those of packets. Each call
-- takes a block of 1000: one by one they would cost a write to the disk for every few packets.
create sequence state_value_seq increment by 1000;

create table dropped_series (
  series bigint primary key,
  dropped_at timestamptz not null default now()
);

-- States are deleted in many ways, mostly by a cascade from their twin: their history must always go, too.
create function remember_dropped_series() returns trigger language plpgsql as $$
begin
  insert into dropped_series (series) select id from gone on conflict do nothing;
  return null;
end
$$;
create trigger states_dropped after delete on states
  referencing old table as gone for each statement execute function remember_dropped_series();
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Map: number of twins in each square
-- ---------------------------------------------------------------------------------------------------------------------

create table twin_cells (
  level smallint not null,
  cell_x integer not null,
  cell_y integer not null,
  account_id bigint not null,
  scope_id bigint not null,
  category text not null,
  type text not null,
  disabled boolean not null,
  status smallint not null,
  count integer not null,
  sum_x bigint not null,
  sum_y bigint not null,
  is_difference boolean not null default true
);
create index twin_cells_place on twin_cells (level, cell_x, cell_y);
create index twin_cells_difference on twin_cells (level, cell_x, cell_y) where is_difference;

-- Adds the difference that a change of twins makes to each square. It only inserts rows, so that two changes never wait
-- for each other.
create function note_twin_cells() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y)
    select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
      count(*), sum(x), sum(y)
    from new_twins cross join generate_series(0, 14, 2) as level
    where x is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y)
    select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
      -count(*), -sum(x), -sum(y)
    from old_twins cross join generate_series(0, 14, 2) as level
    where x is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y)
    select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
      sum(n), sum(n * x::bigint), sum(n * y::bigint)
    from (
      select 1 as n, x, y, account_id, scope_id, category, type, disabled, status from new_twins where x is not null
      union all
      select -1, x, y, account_id, scope_id, category, type, disabled, status from old_twins where x is not null
    ) as changed cross join generate_series(0, 14, 2) as level
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(n) <> 0 or sum(n * x::bigint) <> 0 or sum(n * y::bigint) <> 0;
  end if;
  return null;
end
$$;
create trigger twins_cells_insert after insert on twins
  referencing new table as new_twins for each statement execute function note_twin_cells();
create trigger twins_cells_update after update on twins
  referencing old table as old_twins new table as new_twins for each statement execute function note_twin_cells();
create trigger twins_cells_delete after delete on twins
  referencing old table as old_twins for each statement execute function note_twin_cells();
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- History of states
-- ---------------------------------------------------------------------------------------------------------------------

-- Points of open days; the program creates a partition for each day. Points of neighbouring series (`bundle` is the
-- series divided by 16) that are written together share one row. `at` is the time of the newest and `first_at` that of
-- the oldest of them, in milliseconds since 1970 and in one UTC day; bit n of `members` says that series bundle * 16 +
-- n is among them. In `points` each point takes 31 bytes, big-endian: one byte each for its place in the bundle, its
-- kind and its source, four for `shard`, eight each for `seq`, `at` and `number`; where there is a text, its length in
-- four bytes and the text itself follow. There is no unique index: duplicates are removed when a day is read or packed.
create table history_points (
  bundle bigint not null,
  at bigint not null,
  first_at bigint not null,
  members integer not null,
  points bytea not null
) partition by range (at);
create index history_points_bundle_at on history_points (bundle, at) with (deduplicate_items = off);

-- Takes points that belong to no open day: late values of packed days, imports, clocks that run ahead.
create table history_late partition of history_points default;
create index history_late_at on history_late (at);

-- Days that are being packed: their partition moves here, so that no more points are written to it.
create table history_closed (like history_points) partition by range (at);
create index history_closed_bundle_at on history_closed (bundle, at) with (deduplicate_items = off);

create view history_open as
  select bundle, at, first_at, members, points from history_points
  union all
  select bundle, at, first_at, members, points from history_closed;

-- Packed days: one row for each series and day (`day` counts days since 1970, UTC), several where a day has very many
-- values.
create table history_days (
  series bigint not null,
  day integer not null,
  part smallint not null,
  points integer not null,
  first_at bigint not null,
  last_at bigint not null,
  chunk bytea not null,
  hours bytea,
  primary key (series, day, part)
);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Connectors, drivers and devices
-- ---------------------------------------------------------------------------------------------------------------------

create table connectors (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint connectors_account_id_accounts_id_fk references accounts,
  type text not null,
  name text not null,
  description text not null default '',
  active boolean not null default true,
  options jsonb not null default '{}',
  options_version bigint not null default 1,
  mutator jsonb not null,
  device_limit integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision bigint not null default 1
);
create unique index connectors_name on connectors (account_id, lower(name));
create index connectors_type on connectors (type);

create table connector_status (
  connector_id bigint primary key
    constraint connector_status_connector_id_connectors_id_fk references connectors on delete cascade,
  state text not null default 'waiting',
  code text,
  params jsonb,
  state_at timestamptz not null default now(),
  accepted bigint not null default 0,
  rejected bigint not null default 0,
  last_packet_at timestamptz
);

create table connector_logs (
  id bigint generated always as identity primary key,
  connector_id bigint not null
    constraint connector_logs_connector_id_connectors_id_fk references connectors on delete cascade,
  at timestamptz not null default now(),
  state text not null,
  code text,
  params jsonb
);
create index connector_logs_connector on connector_logs (connector_id, id);

create table drivers (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint drivers_account_id_accounts_id_fk references accounts,
  title text not null,
  manufacturer text not null default '',
  description text not null default '',
  visibility text not null default 'account',
  highlights text not null default '',
  installation_notes text not null default '',
  properties jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index drivers_account on drivers (account_id);
create index drivers_title on drivers (lower(title), id);
create index drivers_search
  on drivers using gin ((lower(title || ' ' || manufacturer || ' ' || description)) gin_trgm_ops);

-- `number` 0 is the draft; a published version never changes.
create table driver_versions (
  id bigint generated always as identity primary key,
  driver_id bigint not null constraint driver_versions_driver_id_drivers_id_fk references drivers on delete cascade,
  number integer not null,
  parser jsonb not null,
  variables jsonb not null default '[]',
  health jsonb not null default '[]',
  downlinks jsonb not null default '[]',
  notes text not null default '',
  published_at timestamptz,
  published_by bigint constraint driver_versions_published_by_users_id_fk references users on delete set null
);
create unique index driver_versions_number on driver_versions (driver_id, number);

create table driver_files (
  id bigint generated always as identity primary key,
  driver_id bigint not null constraint driver_files_driver_id_drivers_id_fk references drivers on delete cascade,
  kind text not null,
  key text not null,
  name text not null,
  type text not null,
  size_bytes integer not null,
  created_at timestamptz not null default now()
);
create unique index driver_files_name on driver_files (driver_id, kind, name);
create index driver_files_key on driver_files (key);

create table driver_tests (
  id bigint generated always as identity primary key,
  driver_id bigint not null constraint driver_tests_driver_id_drivers_id_fk references drivers on delete cascade,
  title text not null,
  packet jsonb not null,
  expected jsonb not null,
  created_at timestamptz not null default now()
);
create index driver_tests_driver on driver_tests (driver_id);

create table devices (
  twin_id bigint primary key constraint devices_twin_id_twins_id_fk references twins on delete cascade,
  connector_id bigint not null constraint devices_connector_id_connectors_id_fk references connectors,
  external_id text not null,
  driver_id bigint constraint devices_driver_id_drivers_id_fk references drivers,
  driver_version_id bigint constraint devices_driver_version_id_driver_versions_id_fk references driver_versions,
  operational_status smallint not null default 0,
  groups text[] not null default '{}',
  connector_data jsonb not null default '{}',
  target_reference jsonb,
  health_config jsonb not null default '[]',
  search_text text not null default ''
);
create unique index devices_external_id on devices (connector_id, external_id);
create index devices_driver on devices (driver_id);
create index devices_groups on devices using gin (groups);
create index devices_search on devices using gin (search_text gin_trgm_ops);

create table device_status (
  twin_id bigint primary key
    constraint device_status_twin_id_devices_twin_id_fk references devices (twin_id) on delete cascade,
  last_seen_at timestamptz,
  health smallint not null default 0,
  packets bigint not null default 0
);
-- Every packet updates a row: free space in the pages keeps the updates away from the index, as in state_values.
alter table device_status set (fillfactor = 50);

create table device_problems (
  twin_id bigint not null constraint device_problems_twin_id_twins_id_fk references twins on delete cascade,
  identifier text not null,
  category text not null,
  severity text not null,
  message text not null,
  since timestamptz not null,
  active_since timestamptz,
  is_ignored boolean not null default false,
  code text,
  params jsonb,
  is_alarmed boolean not null default false,
  constraint device_problems_twin_id_identifier_pk primary key (twin_id, identifier)
);

create table downlinks (
  id bigint generated always as identity primary key,
  twin_id bigint not null
    constraint downlinks_twin_id_devices_twin_id_fk references devices (twin_id) on delete cascade,
  name text,
  port integer not null,
  payload text not null,
  encoding text not null,
  confirmed boolean not null,
  gateway_ids text[] not null default '{}',
  state text not null default 'pending',
  code text,
  params jsonb,
  created_by bigint constraint downlinks_created_by_users_id_fk references users on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index downlinks_twin on downlinks (twin_id, id);

-- The search of devices covers the search text of the twin, the external id, the groups and the values of properties.
create function device_search_text(twin_text text, properties jsonb, external_id text, groups text[]) returns text
language sql immutable parallel safe
return lower(E'\n' || twin_text || E'\n' || external_id || E'\n' || array_to_string(groups, E'\n') || E'\n'
  || coalesce((select string_agg(property ->> 'value', E'\n') from jsonb_array_elements(properties) as property), '') || E'\n');
create function keep_device_search_text() returns trigger language plpgsql as $$
begin
  select device_search_text(twins.search_text, twins.key_value, new.external_id, new.groups) into new.search_text
  from twins where twins.id = new.twin_id;
  return new;
end
$$;
create trigger devices_search_text before insert or update of external_id, groups on devices
  for each row execute function keep_device_search_text();

create function pass_twin_search_text() returns trigger language plpgsql as $$
begin
  update devices set search_text = device_search_text(new.search_text, new.key_value, external_id, groups)
  where twin_id = new.id;
  return null;
end
$$;
create trigger twins_search_text after update of search_text, key_value on twins
  for each row when (new.category = 'virtualDevice'
    and (old.search_text, old.key_value) is distinct from (new.search_text, new.key_value))
  execute function pass_twin_search_text();
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Packets
-- ---------------------------------------------------------------------------------------------------------------------

-- The owner of each shard of the packet log. The fence of a shard grows with each change of its owner.
create table ingest_shards (
  shard integer primary key,
  owner text,
  fence bigint not null default 0,
  lease_until timestamptz not null default '-infinity'
);

-- The last packet of a shard that has been applied. Not a column of ingest_shards, so that cursors and leases never
-- wait for each other.
create table ingest_cursors (
  shard integer primary key,
  cursor bigint not null default 0
);

create table ingest_processes (
  owner text primary key,
  seen_at timestamptz not null
);

-- Accounts whose packets are applied apart from the others, because they take long: packets of a shard behind `cursor`
-- and up to the cursor of the shard are still pending. An account without a row has none pending before that cursor.
create table ingest_lanes (
  shard integer not null,
  account_id bigint not null,
  cursor bigint not null,
  primary key (account_id, shard)
);

-- The durable log: a packet is acknowledged when it is here. Times are milliseconds since 1970 (UTC); the program
-- creates a partition for each day.
create table packets (
  shard integer not null,
  seq bigint not null,
  account_id bigint not null,
  connector_id bigint not null,
  device_id bigint,
  received_at bigint not null,
  identifier text not null,
  content text not null
) partition by range (received_at);
create index packets_shard_seq on packets (shard, seq);
create index packets_device on packets (device_id, received_at) where device_id is not null;
create index packets_connector on packets (connector_id, received_at);
create table packets_other partition of packets default;
-- No query searches by the content, and analysing it takes long.
alter table packets alter column content set statistics 0;

-- Packets that arrived at a process which does not own their shard, until the owner takes them.
create table packet_handoff (
  id bigint generated always as identity primary key,
  shard integer not null,
  account_id bigint not null,
  connector_id bigint not null,
  device_id bigint,
  received_at bigint not null,
  identifier text not null,
  content text not null
);
create index packet_handoff_shard on packet_handoff (shard, id);

-- Packed packets of past days: one row for each day, connector, identifier and device, several where there are many
-- packets. All packets of a row are of one day and have been applied. No two rows contain the same packet.
create table packet_days (
  shard integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  account_id bigint not null,
  connector_id bigint not null,
  device_id bigint,
  first_at bigint not null,
  last_at bigint not null,
  packets integer not null,
  -- The number of packets with a row in packet_faults.
  faults integer not null,
  -- The size of the contents before compression.
  bytes bigint not null,
  identifier text not null,
  -- Sequence numbers of the packets, counted from first_seq, in the order of the chunk: to find one needs no unpacking.
  seqs integer[] not null,
  chunk bytea not null,
  primary key (shard, first_seq, last_seq)
);
create index packet_days_device on packet_days (device_id, last_at) where device_id is not null;
create index packet_days_connector on packet_days (connector_id, last_at);
-- The program has compressed it already.
alter table packet_days alter column chunk set storage external;

create table packet_faults (
  shard integer not null,
  seq bigint not null,
  received_at bigint not null,
  connector_id bigint not null,
  device_id bigint,
  outcome text not null,
  code text not null,
  params jsonb not null,
  constraint packet_faults_shard_seq_pk primary key (shard, seq)
);
create index packet_faults_connector on packet_faults (connector_id, received_at);
create index packet_faults_device on packet_faults (device_id, received_at) where device_id is not null;
create index packet_faults_time on packet_faults (received_at);

create table packet_counts (
  connector_id bigint not null
    constraint packet_counts_connector_id_connectors_id_fk references connectors on delete cascade,
  hour timestamptz not null,
  accepted bigint not null,
  rejected bigint not null,
  bytes bigint not null,
  constraint packet_counts_connector_id_hour_pk primary key (connector_id, hour)
);

create table refused_messages (
  id bigint generated always as identity primary key,
  connector_id bigint not null
    constraint refused_messages_connector_id_connectors_id_fk references connectors on delete cascade,
  received_at bigint not null,
  identifier text not null,
  content text not null,
  code text not null,
  params jsonb not null
);
create index refused_messages_connector on refused_messages (connector_id, id);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Alarms and rules
-- ---------------------------------------------------------------------------------------------------------------------

create table alarms (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint alarms_account_id_accounts_id_fk references accounts on delete cascade,
  twin_id bigint constraint alarms_twin_id_twins_id_fk references twins on delete set null,
  origin text not null,
  origin_id bigint not null,
  identifier text not null,
  category text not null,
  severity text not null,
  message text not null,
  evidence jsonb not null default '{}',
  opened_at timestamptz not null,
  resolved_at timestamptz,
  code text,
  params jsonb,
  resolved_by bigint constraint alarms_resolved_by_users_id_fk references users on delete set null
);
create unique index alarms_open on alarms (origin, origin_id, identifier) where resolved_at is null;
create index alarms_twin on alarms (twin_id, opened_at);
create index alarms_account on alarms (account_id, opened_at);
create index alarms_opened on alarms (opened_at, id);
create index alarms_resolved on alarms (resolved_at, id);
create index alarms_unresolved on alarms (opened_at, id) where resolved_at is null;
create index alarms_category on alarms (category, opened_at, id);
create index alarms_severity on alarms ((severity = 'error'), opened_at, id);
create index alarms_rule on alarms (origin_id, opened_at) where origin = 'rule';
create index alarms_orphans on alarms (opened_at, id) where twin_id is null;
create index alarms_code on alarms (code) where code is not null;
create index alarms_message on alarms using gin (lower(message) gin_trgm_ops);

create table alarm_comments (
  id bigint generated always as identity primary key,
  alarm_id bigint not null constraint alarm_comments_alarm_id_alarms_id_fk references alarms on delete cascade,
  user_id bigint constraint alarm_comments_user_id_users_id_fk references users on delete set null,
  message text not null,
  created_at timestamptz not null default now()
);
create index alarm_comments_alarm on alarm_comments (alarm_id, id);

create table twin_rules (
  id bigint generated always as identity primary key,
  twin_id bigint not null constraint twin_rules_twin_id_twins_id_fk references twins on delete cascade,
  title text not null,
  description text not null default '',
  active boolean not null default true,
  revision integer not null default 1,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint constraint twin_rules_updated_by_users_id_fk references users on delete set null
);
create index twin_rules_twin on twin_rules (twin_id);
create index twin_rules_title on twin_rules using gin (lower(title) gin_trgm_ops);
create index twin_rules_order on twin_rules (lower(title), id);
create index twin_rules_updated on twin_rules (updated_at, id);
-- Finds the rules that send through a connector, before it is deleted.
create index twin_rules_commands on twin_rules using gin ((definition -> 'commands') jsonb_path_ops);

create table rule_executions (
  id bigint generated always as identity primary key,
  rule_id bigint not null constraint rule_executions_rule_id_twin_rules_id_fk references twin_rules on delete cascade,
  revision integer not null,
  at timestamptz not null,
  last_at timestamptz not null,
  count integer not null default 1,
  result text not null,
  trigger jsonb not null,
  metrics jsonb not null,
  conditions jsonb,
  is_met boolean,
  code text,
  params jsonb,
  duration_ms real not null,
  alarm_id bigint,
  has_error boolean not null default false
);
create index rule_executions_rule on rule_executions (rule_id, at);
create index rule_executions_at on rule_executions (at);
create index rule_executions_errors on rule_executions (at) where has_error;
create index rule_executions_alarm on rule_executions (alarm_id) where alarm_id is not null;

create table rule_commands (
  execution_id bigint not null
    constraint rule_commands_execution_id_rule_executions_id_fk references rule_executions on delete cascade,
  position smallint not null,
  type text not null,
  state text not null default 'queued',
  target text not null,
  at timestamptz,
  attempts integer not null default 0,
  code text,
  params jsonb,
  constraint rule_commands_execution_id_position_pk primary key (execution_id, position)
);

create table rule_budgets (
  account_id bigint not null constraint rule_budgets_account_id_accounts_id_fk references accounts on delete cascade,
  hour timestamptz not null,
  commands integer not null default 0,
  mails integer not null default 0,
  limited integer not null default 0,
  constraint rule_budgets_account_id_hour_pk primary key (account_id, hour)
);
create index rule_budgets_hour on rule_budgets (hour);

create table rule_revisions (
  rule_id bigint not null constraint rule_revisions_rule_id_twin_rules_id_fk references twin_rules on delete cascade,
  revision integer not null,
  fields jsonb not null,
  created_at timestamptz not null default now(),
  created_by bigint constraint rule_revisions_created_by_users_id_fk references users on delete set null,
  constraint rule_revisions_rule_id_revision_pk primary key (rule_id, revision)
);

create table rule_states (
  rule_id bigint not null constraint rule_states_rule_id_twin_rules_id_fk references twin_rules on delete cascade,
  state_id bigint not null constraint rule_states_state_id_states_id_fk references states on delete cascade,
  kind text not null,
  constraint rule_states_rule_id_state_id_kind_pk primary key (rule_id, state_id, kind)
);
create index rule_states_state on rule_states (state_id);

create table rule_status (
  rule_id bigint primary key constraint rule_status_rule_id_twin_rules_id_fk references twin_rules on delete cascade,
  last_evaluated_at timestamptz,
  last_executed_at timestamptz,
  last_result text,
  code text,
  params jsonb,
  evaluations bigint not null default 0,
  executions bigint not null default 0,
  errors bigint not null default 0,
  limited bigint not null default 0,
  hangs smallint not null default 0,
  paused_until timestamptz,
  geofences jsonb,
  open_execution_id bigint
);
create index rule_status_paused on rule_status (paused_until) where paused_until is not null;
-- Most evaluations update a row: free space in the pages keeps the updates away from the index.
alter table rule_status set (fillfactor = 70);

create table rule_wakeups (
  rule_id bigint not null constraint rule_wakeups_rule_id_twin_rules_id_fk references twin_rules on delete cascade,
  kind text not null,
  key text not null,
  at timestamptz not null,
  payload jsonb not null default '{}',
  constraint rule_wakeups_rule_id_kind_key_pk primary key (rule_id, kind, key)
);
create index rule_wakeups_at on rule_wakeups (at);

-- A rule that is deleted, alone or with its twin, can't resolve its alarms any more.
create function end_rule_alarms() returns trigger language plpgsql as $$
begin
  update alarms set resolved_at = greatest(now(), opened_at)
    where origin = 'rule' and resolved_at is null and origin_id in (select id from gone);
  return null;
end
$$;
create trigger twin_rules_gone after delete on twin_rules
  referencing old table as gone for each statement execute function end_rule_alarms();
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Configuration log: processes that keep configuration in memory read here which part of it has changed
-- ---------------------------------------------------------------------------------------------------------------------

create table config_versions (
  account_id bigint primary key
    constraint config_versions_account_id_accounts_id_fk references accounts on delete cascade,
  version bigint not null,
  xid bigint not null
);

create table config_changes (
  account_id bigint not null,
  version bigint not null,
  twin_id bigint,
  driver_id bigint,
  changed_at timestamptz not null default now()
);
create index config_changes_account on config_changes (account_id, version);
create index config_changes_time on config_changes (changed_at);

-- Increments the version of an account once per transaction, and records the changed twin or driver. Twin 0 means that
-- only connectors have changed; null for both means everything of the account.
create function note_config_change(account bigint, twin bigint, driver bigint) returns void language plpgsql as $$
declare
  this_xid bigint := pg_current_xact_id()::text::bigint;
  counted bigint;
begin
  insert into config_versions as known (account_id, version, xid) values (account, 1, this_xid)
    on conflict (account_id) do update set version = known.version + 1, xid = this_xid where known.xid <> this_xid;
  select version into counted from config_versions where account_id = account;
  insert into config_changes (account_id, version, twin_id, driver_id) values (account, counted, twin, driver);
end
$$;

create function note_twin_gone() returns trigger language plpgsql as $$
begin
  -- An account that goes takes its counter with it.
  perform note_config_change(account_id, id, null) from gone
    where exists (select from accounts where accounts.id = gone.account_id);
  return null;
end
$$;
create trigger twins_config_gone after delete on twins
  referencing old table as gone for each statement execute function note_twin_gone();

-- A trigger for each row with a condition, because the status of twins changes all the time and must cost nothing here.
create function note_twin_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(new.account_id, new.id, null);
  return null;
end
$$;
create trigger twins_config_change after update on twins for each row
  when (old.disabled is distinct from new.disabled or old.title is distinct from new.title
    or old.tags is distinct from new.tags or old.key_value is distinct from new.key_value
    or old.scope_id is distinct from new.scope_id or old.account_id is distinct from new.account_id
    or old.category is distinct from new.category)
  execute function note_twin_change();
-- Areas of zones. A circle moves with its twin; zones seldom move, and this trigger of their own costs other twins
-- nothing.
create trigger twins_config_zone after update on twins for each row
  when (new.type = 'zone' and (old.geo_polygon is distinct from new.geo_polygon or old.type is distinct from new.type
    or old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude))
  execute function note_twin_change();

-- Devices, states and rules are recorded by their twin.
create function note_owner_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(twins.account_id, twins.id, null)
    from twins where twins.id in (select twin_id from changed);
  return null;
end
$$;
create trigger devices_config_insert after insert on devices
  referencing new table as changed for each statement execute function note_owner_change();
create trigger devices_config_update after update on devices
  referencing new table as changed for each statement execute function note_owner_change();
create trigger states_config_insert after insert on states
  referencing new table as changed for each statement execute function note_owner_change();
create trigger states_config_update after update on states
  referencing new table as changed for each statement execute function note_owner_change();
create trigger states_config_delete after delete on states
  referencing old table as changed for each statement execute function note_owner_change();
create trigger twin_rules_config_insert after insert on twin_rules
  referencing new table as changed for each statement execute function note_owner_change();
create trigger twin_rules_config_update after update on twin_rules
  referencing new table as changed for each statement execute function note_owner_change();
create trigger twin_rules_config_delete after delete on twin_rules
  referencing old table as changed for each statement execute function note_owner_change();

-- A dependency between states concerns the twins at both of its ends.
create function note_edge_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(twins.account_id, twins.id, null) from twins where twins.id in (
    select states.twin_id from states join changed on states.id in (changed.state_id, changed.source_state_id));
  return null;
end
$$;
create trigger state_sources_config_insert after insert on state_sources
  referencing new table as changed for each statement execute function note_edge_change();
create trigger state_sources_config_delete after delete on state_sources
  referencing old table as changed for each statement execute function note_edge_change();

-- No device uses a draft (number 0).
create function note_driver_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(used.account_id, null, used.driver_id) from (
    select distinct twins.account_id, devices.driver_id from devices join twins on twins.id = devices.twin_id
    where devices.driver_id in (select driver_id from changed where number > 0)) as used;
  return null;
end
$$;
create trigger driver_versions_config_insert after insert on driver_versions
  referencing new table as changed for each statement execute function note_driver_change();
create trigger driver_versions_config_update after update on driver_versions
  referencing new table as changed for each statement execute function note_driver_change();

-- The account of a connector decides which twins it feeds: a new connector must be known before its first message.
create function note_connector_change() returns trigger language plpgsql as $$
begin
  perform note_config_change(account_id, 0, null) from changed;
  return null;
end
$$;
create trigger connectors_config_insert after insert on connectors
  referencing new table as changed for each statement execute function note_connector_change();

-- An account that moves takes its twins and connectors along.
create function note_scope_move() returns trigger language plpgsql as $$
begin
  perform note_config_change(accounts.id, null, null) from accounts where accounts.scope_id = new.id;
  return null;
end
$$;
create trigger scopes_config_move after update on scopes for each row
  when (old.path is distinct from new.path) execute function note_scope_move();
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Dashboards and favourites
-- ---------------------------------------------------------------------------------------------------------------------

create table dashboards (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint dashboards_account_id_accounts_id_fk references accounts on delete cascade,
  parent_twin_id bigint constraint dashboards_parent_twin_id_twins_id_fk references twins on delete set null,
  name text not null,
  default_date_range jsonb not null,
  custom_parameters jsonb not null,
  refresh_seconds integer,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint constraint dashboards_updated_by_users_id_fk references users on delete set null
);
create index dashboards_account on dashboards (account_id);
create index dashboards_parent_twin on dashboards (parent_twin_id);
create index dashboards_name on dashboards using gin (lower(name) gin_trgm_ops);
create index dashboards_order on dashboards (lower(name), id);
create index dashboards_updated on dashboards (updated_at, id);

create table dashboard_versions (
  dashboard_id bigint not null
    constraint dashboard_versions_dashboard_id_dashboards_id_fk references dashboards on delete cascade,
  version integer not null,
  change text not null,
  about text not null,
  snapshot jsonb not null,
  created_at timestamptz not null default now(),
  created_by bigint constraint dashboard_versions_created_by_users_id_fk references users on delete set null,
  constraint dashboard_versions_dashboard_id_version_pk primary key (dashboard_id, version)
);

-- The program takes ids from the sequence before it inserts, because the version of the dashboard names them first.
create table widgets (
  id bigint generated by default as identity primary key,
  dashboard_id bigint not null constraint widgets_dashboard_id_dashboards_id_fk references dashboards on delete cascade,
  layout_order_idx integer not null,
  type text not null,
  title text not null,
  hide_header boolean not null,
  float_header boolean not null,
  borderless boolean not null,
  min_height_px integer not null,
  size integer not null,
  options jsonb not null,
  revision integer not null default 1
);
create index widgets_dashboard on widgets (dashboard_id, layout_order_idx);

-- inner_id has no foreign key: a dashboard may be deleted while others show it.
create table nested_dashboards (
  widget_id bigint primary key
    constraint nested_dashboards_widget_id_widgets_id_fk references widgets on delete cascade,
  outer_id bigint not null
    constraint nested_dashboards_outer_id_dashboards_id_fk references dashboards on delete cascade,
  inner_id bigint not null
);
create index nested_dashboards_outer on nested_dashboards (outer_id);
create index nested_dashboards_inner on nested_dashboards (inner_id);

-- A favourite names exactly one object and is deleted with it. Only this file declares the foreign keys to the objects:
-- their features import the one of favourites, not the other way round.
create table favourites (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint favourites_user_id_users_id_fk references users on delete cascade,
  twin_id bigint constraint favourites_twin_id_twins_id_fk references twins on delete cascade,
  size text not null default 'medium',
  position integer not null,
  created_at timestamptz not null default now(),
  state_id bigint constraint favourites_state_fk references states on delete cascade,
  dashboard_id bigint constraint favourites_dashboard_fk references dashboards on delete cascade,
  rule_id bigint constraint favourites_rule_fk references twin_rules on delete cascade,
  connector_id bigint constraint favourites_connector_fk references connectors on delete cascade,
  driver_id bigint constraint favourites_driver_fk references drivers on delete cascade,
  constraint favourites_one_object
    check (num_nonnulls(twin_id, state_id, dashboard_id, rule_id, connector_id, driver_id) = 1)
);
create unique index favourites_twin on favourites (user_id, twin_id);
create index favourites_of_twin on favourites (twin_id);
create unique index favourites_state on favourites (user_id, state_id);
create unique index favourites_dashboard on favourites (user_id, dashboard_id);
create unique index favourites_rule on favourites (user_id, rule_id);
create unique index favourites_connector on favourites (user_id, connector_id);
create unique index favourites_driver on favourites (user_id, driver_id);
create index favourites_of_state on favourites (state_id);
create index favourites_of_dashboard on favourites (dashboard_id);
create index favourites_of_rule on favourites (rule_id);
create index favourites_of_connector on favourites (connector_id);
create index favourites_of_driver on favourites (driver_id);
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------------------------------
-- Simulator and demo world
-- ---------------------------------------------------------------------------------------------------------------------

create table fleets (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint fleets_account_id_accounts_id_fk references accounts on delete cascade,
  name text not null,
  profile text not null,
  connector_id bigint constraint fleets_connector_id_connectors_id_fk references connectors on delete set null,
  twin_id bigint constraint fleets_twin_id_twins_id_fk references twins on delete set null,
  device_count integer not null,
  interval_seconds integer not null,
  seed integer not null,
  faults jsonb not null,
  is_running boolean not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  has_own_connector boolean not null default false,
  driver_id bigint constraint fleets_driver_id_drivers_id_fk references drivers on delete set null,
  has_own_driver boolean not null default false,
  state text not null default 'making',
  job_id bigint
);
create index fleets_account on fleets (account_id);

create table demo_worlds (
  account_id bigint primary key constraint demo_worlds_account_id_accounts_id_fk references accounts on delete cascade,
  seed integer not null,
  starts_at timestamptz not null,
  finished_at timestamptz
);
