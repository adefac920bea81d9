import type pg from 'pg';

/** Objects of the schema `public` that belong to no extension. `catalog` is the catalogue that `id` points into. */
const isOurs = (id: string, catalog: string, namespace: string) => `
  ${namespace} = 'public'::regnamespace and not exists (select from pg_depend e
    where e.classid = '${catalog}'::regclass and e.objid = ${id} and e.deptype = 'e')`;

/**
 * One query per kind of object. Objects are identified by text in a fixed order, so that two databases can be compared.
 * Object ids are only used as an order: indexes are checked in the order of their creation.
 */
const queries = {
  extensions: `select extname, extversion, extnamespace::regnamespace::text as schema from pg_extension order by 1`,
  relations: `
    select c.relname, c.relkind, c.relpersistence, c.relreplident, c.relrowsecurity, c.relforcerowsecurity,
      c.reloptions, c.relacl::text, m.amname, c.reltablespace::int,
      pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as key,
      (select array_agg(inhparent::regclass::text) from pg_inherits where inhrelid = c.oid) as parents
    from pg_class c left join pg_am m on m.oid = c.relam
    where ${isOurs('c.oid', 'pg_class', 'c.relnamespace')} order by 1`,
  columns: `
    select c.relname, row_number() over (partition by c.oid order by a.attnum)::int as position, a.attname,
      format_type(a.atttypid, a.atttypmod) as type, a.attcollation::regcollation::text as collation, a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid) as value, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
      a.attstattarget, a.attoptions, a.attacl::text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${isOurs('c.oid', 'pg_class', 'c.relnamespace')} and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  constraints: `
    select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition,
      convalidated, conislocal, coninhcount
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `
    select i.indrelid::regclass::text as "table", row_number() over (partition by i.indrelid order by i.indexrelid)::int
      as position, c.relname, pg_get_indexdef(i.indexrelid) as definition, i.indisvalid, i.indisclustered, i.indisreplident
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where ${isOurs('c.oid', 'pg_class', 'c.relnamespace')} order by 1, 2`,
  triggers: `
    select tgrelid::regclass::text as "table", tgname, tgenabled, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and ${isOurs('c.oid', 'pg_class', 'c.relnamespace')} order by 1, 2`,
  functions: `
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition, proacl::text from pg_proc p
    where prokind in ('f', 'p', 'w') and ${isOurs('p.oid', 'pg_proc', 'p.pronamespace')} order by 1`,
  aggregates: `
    select p.oid::regprocedure::text as name from pg_proc p
    where prokind = 'a' and ${isOurs('p.oid', 'pg_proc', 'p.pronamespace')} order by 1`,
  views: `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  sequences: `
    select s.seqrelid::regclass::text as name, s.seqtypid::regtype::text as type, seqstart::text, seqincrement::text,
      seqmax::text, seqmin::text, seqcache::text, seqcycle,
      (select d.refobjid::regclass::text || '.' || a.attname from pg_depend d
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')) as owner
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where ${isOurs('c.oid', 'pg_class', 'c.relnamespace')} order by 1`,
  statistics: `
    select stxname, pg_get_statisticsobjdef(s.oid) as definition, stxstattarget from pg_statistic_ext s
    where ${isOurs('s.oid', 'pg_statistic_ext', 's.stxnamespace')} order by 1`,
  types: `
    select t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod) as base,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid) as labels
    from pg_type t where ${isOurs('t.oid', 'pg_type', 't.typnamespace')} order by 1`,
  rules: `
    select tablename, rulename, definition from pg_rules where schemaname = 'public' order by 1, 2`,
  policies: `select * from pg_policies where schemaname = 'public' order by tablename, policyname`,
  comments: `
    select pg_describe_object(d.classoid, d.objoid, d.objsubid) as object, d.description from pg_description d
    where d.classoid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_trigger'::regclass,
        'pg_type'::regclass, 'pg_statistic_ext'::regclass, 'pg_namespace'::regclass)
      and d.objoid >= 16384 and not exists (select from pg_depend e
        where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e') order by 1`,
  schemas: `select nspname, nspacl::text from pg_namespace where nspname !~ '^pg_' order by 1`,
  eventTriggers: `select evtname, evtevent from pg_event_trigger order by 1`,
};

export type Schema = Record<keyof typeof queries, unknown[]>;

/** Everything that migrations can define, without rows. */
export async function schemaOf(pool: pg.Pool): Promise<Schema> {
  const found: [string, unknown[]][] = [];
  for (const [kind, query] of Object.entries(queries)) found.push([kind, (await pool.query(query)).rows]);
  return Object.fromEntries(found) as Schema;
}
