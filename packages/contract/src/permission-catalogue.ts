import type { Action, Permission, Subject } from './core/permission.ts';
import { type ModuleId, moduleOf } from './module.ts';

export const permissionAreas = [
  'system',
  'accounts',
  'twins',
  'devices',
  'dashboards',
  'integrations',
  'modules',
] as const;
export type PermissionArea = (typeof permissionAreas)[number];

interface CatalogueEntry {
  readonly subject: Subject;
  readonly area: PermissionArea;
  /** Actions that apply to the subject, weakest first. */
  readonly actions: readonly Action[];
}

/** The permissions of the platform itself that a role can hold. */
export const permissionCatalogue: readonly CatalogueEntry[] = [
  { subject: 'super.system', area: 'system', actions: ['manage'] },
  { subject: 'all', area: 'system', actions: ['read', 'create', 'write', 'manage'] },
  { subject: 'UserManagement', area: 'accounts', actions: ['read', 'create', 'manage', 'impersonate'] },
  { subject: 'DigitalTwin', area: 'twins', actions: ['list', 'read', 'write', 'manage'] },
  { subject: 'DigitalTwinStates', area: 'twins', actions: ['read', 'write', 'manage'] },
  { subject: 'VirtualDevice', area: 'devices', actions: ['read', 'write', 'manage'] },
  { subject: 'VirtualDeviceGroup', area: 'devices', actions: ['read', 'write', 'manage'] },
  { subject: 'DeviceDriver', area: 'devices', actions: ['read', 'manage'] },
  { subject: 'DeviceTemplate', area: 'devices', actions: ['read', 'manage'] },
  { subject: 'Dashboards', area: 'dashboards', actions: ['read', 'manage'] },
  { subject: 'IotHub', area: 'integrations', actions: ['read', 'write', 'manage'] },
  { subject: 'InfluxDB', area: 'integrations', actions: ['read'] },
  { subject: 'IsWarnapp', area: 'modules', actions: ['read', 'manage'] },
  { subject: 'IsAssetMgmt', area: 'modules', actions: ['read', 'manage'] },
  { subject: 'IsFmTicket', area: 'modules', actions: ['read', 'create', 'manage'] },
  { subject: 'IsFmAccess', area: 'modules', actions: ['write', 'manage'] },
];

export interface BuiltInPermission {
  name: Permission;
  subject: Subject;
  action: Action;
  module: ModuleId | null;
}

export const builtInPermissions: readonly BuiltInPermission[] = permissionCatalogue.flatMap(({ subject, actions }) =>
  actions.map((action) => ({
    name: `${subject}.${action}` as const,
    subject,
    action,
    module: moduleOf(subject) ?? null,
  })),
);

/** The role of system administrators: it can't be changed or deleted, and no other role may use its name. */
export const superAdministratorRole = 'system.super.admin';
