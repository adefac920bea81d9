import type { NodeId, TreeNode } from '../../ui/tree/tree-rows.ts';
import type { TreeMove } from '../../ui/tree/use-tree-move.ts';
import type { TreeSource } from '../../ui/tree/use-tree-pages.ts';

const top = 100;
const perBuilding = 10;
const perFloor = 100;
const kinds = ['Gebäude', 'Etage', 'Raum'];

interface Entry {
  id: string;
  label: string;
  parentId: string | null;
  children: string[];
}

const wait = (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs));

/** 100 buildings of 10 floors of 100 rooms: 101,100 nodes, which answer a page at a time like a server. */
export function createSampleTree(answerMs: number) {
  const entries = new Map<string, Entry>();
  const roots: string[] = [];
  const add = (id: string, parentId: string | null, depth: number) => {
    entries.set(id, { id, label: `${kinds[depth]} ${id}`, parentId, children: [] });
    (parentId === null ? roots : (entries.get(parentId)?.children ?? [])).push(id);
  };
  for (let building = 1; building <= top; building += 1) {
    add(`${building}`, null, 0);
    for (let floor = 1; floor <= perBuilding; floor += 1) {
      add(`${building}.${floor}`, `${building}`, 1);
      for (let room = 1; room <= perFloor; room += 1) add(`${building}.${floor}.${room}`, `${building}.${floor}`, 2);
    }
  }

  const childrenOf = (parentId: NodeId | null) =>
    parentId === null ? roots : (entries.get(String(parentId))?.children ?? []);
  const nodeOf = (id: string): TreeNode => {
    const count = childrenOf(id).length;
    return {
      id,
      label: entries.get(id)?.label ?? id,
      hasChildren: count > 0,
      ...(count > 0 ? { detail: String(count) } : {}),
    };
  };
  const source: TreeSource = async (parentId, { offset, limit }, signal) => {
    await wait(answerMs);
    signal.throwIfAborted();
    const ids = childrenOf(parentId);
    return { data: ids.slice(offset, offset + limit).map(nodeOf), total: ids.length };
  };
  const move = async ({ id, toParentId }: TreeMove, refusal: string) => {
    await wait(answerMs);
    const entry = entries.get(String(id));
    // One building is full, to show what a refusal looks like.
    if (!entry || toParentId === '2') throw Object.assign(new Error(refusal), { code: 'CONFLICT' });
    const siblings = childrenOf(entry.parentId);
    siblings.splice(siblings.indexOf(entry.id), 1);
    entry.parentId = toParentId === null ? null : String(toParentId);
    childrenOf(toParentId).unshift(entry.id);
  };
  return { source, move };
}

/** All nodes on one level and in one answer: what the screen has to bear at most. */
export function flatTree(count: number): TreeSource {
  const nodes = Array.from(
    { length: count },
    (_, index): TreeNode => ({ id: index + 1, label: `Raum ${index + 1}`, hasChildren: false, disabled: index === 1 }),
  );
  return async (_parentId, { offset, limit }) => ({ data: nodes.slice(offset, offset + limit), total: count });
}
