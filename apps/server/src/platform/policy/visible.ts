import type { Permission, PermissionRule } from '@stellwerk/contract/core/permission';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Grant, reachOf } from './policy.ts';

const isSystem = (entry: { permission: string }) => entry.permission === 'super.system.manage';

/** The same decision as `decide`, as a filter on a column that holds the scope path of a row. */
export function visible(grants: readonly Grant[], permission: PermissionRule, scopePath: SQLWrapper): SQL {
  if (typeof permission !== 'string') {
    const parts = ('or' in permission ? permission.or : permission.and).map((part) => visible(grants, part, scopePath));
    return sql`(${sql.join(parts, 'or' in permission ? sql` or ` : sql` and `)})`;
  }
  return visibleOne(grants, permission, scopePath);
}

/** One by one where they are few: the planner can guess how many rows lie below a path, but not below an array of them. */
function below(scopePath: SQLWrapper, paths: string[]): SQL {
  if (paths.length > 20) return sql`${scopePath} <@ ${sql.param(`{${paths.join(',')}}`)}::ltree[]`;
  const parts = paths.map((path) => sql`${scopePath} <@ ${path}::ltree`);
  return sql`(${sql.join(parts, sql` or `)})`;
}

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
