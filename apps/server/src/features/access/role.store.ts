import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';

/** The roles that every installation starts with. */
export const seedRoles = [
  { name: 'system.super.admin', permissions: ['super.system.manage'] },
  { name: 'Administrator', permissions: ['all.manage'] },
  {
    name: 'Operator',
    permissions: [
      'DigitalTwin.write',
      'VirtualDevice.manage',
      'DeviceDriver.read',
      'DeviceTemplate.read',
      'Dashboards.manage',
      'IotHub.read',
    ],
  },
  {
    name: 'Reader',
    permissions: [
      'DigitalTwin.read',
      'VirtualDevice.read',
      'DeviceDriver.read',
      'DeviceTemplate.read',
      'Dashboards.read',
      'IotHub.read',
    ],
  },
  { name: 'InfluxDBRead', permissions: ['InfluxDB.read'] },
] as const;

interface NewRole {
  scopeId: number;
  name: string;
  permissions: readonly string[];
}

export async function createRole(db: Db, { permissions, ...role }: NewRole): Promise<number> {
  const [created] = await db
    .insert(roles)
    .values({ ...role, permissions: [...permissions] })
    .returning({ id: roles.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export interface FoundRole {
  id: number;
  name: string;
  permissions: string[];
  scopePath: string;
}

export async function findRoles(db: Db, ids: number[]): Promise<Map<number, FoundRole>> {
  const rows = await db
    .select({
      id: roles.id,
      name: roles.name,
      permissions: roles.permissions,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(roles)
    .innerJoin(scopes, eq(scopes.id, roles.scopeId))
    .where(inArray(roles.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function roleScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  return new Map([...(await findRoles(db, ids))].map(([id, { scopePath }]) => [id, scopePath]));
}

/** Those of the roles that belong to one of these scopes, or to one above or below it. */
export async function rolesInLine(db: Db, ids: number[], paths: string[]): Promise<Set<number>> {
  if (paths.length === 0) return new Set();
  const places = sql`${sql.param(`{${paths.join(',')}}`)}::ltree[]`;
  const rows = await db
    .select({ id: roles.id })
    .from(roles)
    .innerJoin(scopes, eq(scopes.id, roles.scopeId))
    .where(and(inArray(roles.id, ids), sql`(${scopes.path} @> ${places} or ${scopes.path} <@ ${places})`));
  return new Set(rows.map(({ id }) => id));
}
