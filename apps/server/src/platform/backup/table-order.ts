import { keyOf, type TableName } from './manifest.ts';

interface Reference {
  table: TableName;
  target: TableName;
}

interface Member extends TableName {
  parent: TableName | null;
}

/** The parent tables of a partition, nearest first. */
function ancestorFinder(members: readonly Member[]): (table: TableName) => TableName[] {
  const parents = new Map(members.map((member) => [keyOf(member), member.parent]));
  return (table) => {
    const above: TableName[] = [];
    for (let parent = parents.get(keyOf(table)); parent; parent = parents.get(keyOf(parent))) above.push(parent);
    return above;
  };
}

/** The topmost table of a partition, on which references are declared. */
function rootFinder(members: readonly Member[]): (table: TableName) => string {
  const ancestorsOf = ancestorFinder(members);
  return (table) => keyOf(ancestorsOf(table).at(-1) ?? table);
}

/** Tables before their partitions, otherwise by name. */
export function inLockOrder<T extends Member>(tables: readonly T[]): T[] {
  const ancestorsOf = ancestorFinder(tables);
  return tables.toSorted((a, b) => ancestorsOf(a).length - ancestorsOf(b).length || (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Referenced tables first, otherwise by name, partitions together. In a cycle, one reference has to point forward. */
export function inReferenceOrder<T extends Member>(tables: readonly T[], references: readonly Reference[]): T[] {
  const rootOf = rootFinder(tables);
  const groups = Map.groupBy(inLockOrder(tables), rootOf);
  const targets = Map.groupBy(references, ({ table }) => rootOf(table));
  const ordered: T[] = [];
  const visited = new Set<string>();
  function visit(root: string): void {
    if (visited.has(root)) return;
    visited.add(root);
    for (const { target } of targets.get(root) ?? []) visit(rootOf(target));
    ordered.push(...(groups.get(root) ?? []));
  }
  for (const root of groups.keys()) visit(root);
  return ordered;
}

interface LoadOrder<R> {
  /** The order in which rows are loaded. */
  order: readonly TableName[];
  members: readonly Member[];
  references: readonly R[];
}

/** References to tables that are loaded later, which can't be checked during the load. */
export function pointingForward<R extends Reference>({ order, members, references }: LoadOrder<R>): R[] {
  const rootOf = rootFinder(members);
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const [index, table] of order.entries()) {
    const root = rootOf(table);
    if (!first.has(root)) first.set(root, index);
    last.set(root, index);
  }
  return references.filter(
    ({ table, target }) => (last.get(rootOf(target)) ?? -1) > (first.get(rootOf(table)) ?? order.length),
  );
}
