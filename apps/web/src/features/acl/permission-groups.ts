import type { Rule } from '@stellwerk/contract/access';
import { permissionAreas, permissionCatalogue } from '@stellwerk/contract/permission-catalogue';

export interface PermissionRow {
  subject: string;
  actions: string[];
  module: string | null;
}

export interface PermissionGroup {
  area: string;
  rows: PermissionRow[];
}

/** Groups rules by area, with one row per subject; those of other systems are last. */
export function permissionGroups(rules: readonly Rule[]): PermissionGroup[] {
  const rows = new Map<string, PermissionRow>();
  for (const { subject, action, module } of rules) {
    const row = rows.get(subject) ?? { subject, actions: [], module };
    rows.set(subject, { ...row, actions: [...row.actions, action] });
  }
  const areaOf = (subject: string) => permissionCatalogue.find((entry) => entry.subject === subject)?.area ?? 'other';
  return [...permissionAreas, 'other']
    .map((area) => ({ area, rows: [...rows.values()].filter(({ subject }) => areaOf(subject) === area) }))
    .filter((group) => group.rows.length > 0);
}
