import type { Permission, PermissionRule } from '@stellwerk/contract/core/permission';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Grant, reachOf, type Source } from './policy.ts';

const isSystem = (entry: { permission: string }) => entry.permission === 'super.system.manage';

/** The same decision as `decide`, as an SQL filter on a column that holds the scope path of a row. */
export function visible(grants: readonly Grant[], permission: PermissionRule, scopePath: SQLWrapper): SQL {
  if (typeof permission !== 'string') {
    const parts = differing(grants, 'or' in permission ? permission.or : permission.and);
    const filters = parts.map((part) => visible(grants, part, scopePath));
    return sql`(${sql.join(filters, 'or' in permission ? sql` or ` : sql` and `)})`;
  }
  return visibleOne(grants, permission, scopePath);
}

/** Parts of long rules mostly hold in the same scopes, so only one permission per distinct reach is kept. */
function differing(grants: readonly Grant[], parts: readonly PermissionRule[]): PermissionRule[] {
  const byReach = new Map<unknown, PermissionRule>();
  for (const part of parts) {
    const { granted = [], denied = [] } = typeof part === 'string' ? reachOf(grants, part) : {};
    const places = (entries: Source[], system: boolean) =>
      entries.filter((entry) => isSystem(entry) === system).map(({ scope }) => scope);
    const key = JSON.stringify([places(granted, true), places(granted, false), places(denied, false)]);
    byReach.set(typeof part === 'string' ? key : part, part);
  }
  return [...byReach.values()];
}

/** Few paths are compared one by one: the planner can estimate the rows below one path, but not below an array. */
function below(scopePath: SQLWrapper, paths: string[]): SQL {
  if (paths.length > 20) return sql`${scopePath} <@ ${sql.param(`{${paths.join(',')}}`)}::ltree[]`;
  const parts = paths.map((path) => isBelow(scopePath, path));
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Whole trees are matched by their first label, because statistics exist for it. */
const isBelow = (scopePath: SQLWrapper, path: string): SQL =>
  path.includes('.')
    ? sql`${scopePath} <@ ${path}::ltree`
    : sql`split_part(ltree2text(${scopePath}), '.', 1) = ${path}`;

function visibleOne(grants: readonly Grant[], permission: Permission, scopePath: SQLWrapper): SQL {
  const reach = reachOf(grants, permission);
  const within = (entries: { scope: string }[]) => below(scopePath, [...new Set(entries.map(({ scope }) => scope))]);
  if (reach.granted.length === 0) return sql`false`;
  const system = reach.granted.filter(isSystem);
  const ordinary = reach.granted.filter((entry) => !isSystem(entry));
  const normal =
    reach.denied.length > 0 ? sql`(${within(ordinary)} and not ${within(reach.denied)})` : within(ordinary);
  if (system.length === 0) return normal;
  return ordinary.length === 0 ? within(system) : sql`(${within(system)} or ${normal})`;
}
