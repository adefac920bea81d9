/** Permission keys have the form `Subject.action`; `super.system` is a subject with a dot, so the last dot splits. */
export const subjects = [
  'super.system',
  'all',
  'IotHub',
  'UserManagement',
  'DigitalTwin',
  'DigitalTwinStates',
  'VirtualDevice',
  'VirtualDeviceGroup',
  'DeviceDriver',
  'DeviceTemplate',
  'Dashboards',
  'InfluxDB',
  'IsWarnapp',
  'IsAssetMgmt',
  'IsFmTicket',
  'IsFmAccess',
] as const;
export type Subject = (typeof subjects)[number];

export const actions = ['list', 'read', 'create', 'write', 'manage', 'impersonate'] as const;
export type Action = (typeof actions)[number];

export type Permission = `${Subject}.${Action}`;

/** The requirement of a route or screen: one permission, or a list combined with and / or. */
export type PermissionRule =
  | Permission
  | { readonly or: readonly PermissionRule[] }
  | { readonly and: readonly PermissionRule[] };

export const anyOf = (...or: PermissionRule[]): PermissionRule => ({ or });
export const allOf = (...and: PermissionRule[]): PermissionRule => ({ and });

/** Evaluates a requirement with any function that decides single permissions; server and web share it. */
export function satisfies(rule: PermissionRule, has: (permission: Permission) => boolean): boolean {
  if (typeof rule === 'string') return has(rule);
  if ('or' in rule) return rule.or.some((part) => satisfies(part, has));
  return rule.and.every((part) => satisfies(part, has));
}

export function permissionsIn(rule: PermissionRule): Permission[] {
  if (typeof rule === 'string') return [rule];
  return ('or' in rule ? rule.or : rule.and).flatMap(permissionsIn);
}

export function splitPermission(permission: string): { subject: string; action: string } {
  const dot = permission.lastIndexOf('.');
  return { subject: permission.slice(0, dot), action: permission.slice(dot + 1) };
}
