import type { Db } from '../../platform/db/db.ts';
import { roles } from './role.table.ts';

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
