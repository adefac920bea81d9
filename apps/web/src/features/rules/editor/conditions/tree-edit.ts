import type { ConditionNode } from '@stellwerk/contract/rule';

export type Group = Extract<ConditionNode, { op: 'and' | 'or' }>;
export type When = Extract<ConditionNode, { op: 'when' }>;

/** The position of a node: the indices of its ancestors from the root, then its own. A negation has one child, at 0. */
export type Place = readonly number[];

export const childrenOf = (node: ConditionNode): readonly ConditionNode[] => {
  if (node.op === 'when') return [];
  return node.op === 'not' ? [node.child] : node.children;
};

export function nodeAt(tree: ConditionNode, place: Place): ConditionNode | undefined {
  return place.reduce<ConditionNode | undefined>((node, index) => node && childrenOf(node)[index], tree);
}

/** Replaces the node at a position by any number of nodes. Groups that become empty are removed. */
function spliced(tree: ConditionNode, place: Place, by: readonly ConditionNode[]): ConditionNode | undefined {
  const [index, ...rest] = place;
  if (index === undefined) return by[0];
  const child = childrenOf(tree)[index];
  if (!child || tree.op === 'when') return tree;
  const next = rest.length === 0 ? by : [spliced(child, rest, by)].filter((node) => node !== undefined);
  if (tree.op === 'not') return next[0] && { ...tree, child: next[0] };
  const children = tree.children.toSpliced(index, 1, ...next);
  return children.length === 0 ? undefined : { ...tree, children };
}

export const replaceAt = (tree: ConditionNode, place: Place, node: ConditionNode): ConditionNode =>
  spliced(tree, place, [node]) ?? tree;

/** Undefined if the tree becomes empty. */
export const removeAt = (tree: ConditionNode, place: Place): ConditionNode | undefined => spliced(tree, place, []);

/** Appends to a group. */
export function addTo(tree: ConditionNode, place: Place, node: ConditionNode): ConditionNode {
  const group = nodeAt(tree, place);
  if (group?.op !== 'and' && group?.op !== 'or') return tree;
  return replaceAt(tree, place, { ...group, children: [...group.children, node] });
}

export function reorder(tree: ConditionNode, place: Place, order: readonly number[]): ConditionNode {
  const group = nodeAt(tree, place);
  if (group?.op !== 'and' && group?.op !== 'or') return tree;
  return replaceAt(tree, place, { ...group, children: order.flatMap((index) => group.children[index] ?? []) });
}

/**
 * Wraps a node in a new group with the other operator than the surrounding group, because the same one would change
 * nothing.
 */
export function wrapAt(tree: ConditionNode, place: Place): ConditionNode {
  const node = nodeAt(tree, place);
  const around = nodeAt(tree, place.slice(0, -1));
  if (!node) return tree;
  return replaceAt(tree, place, { op: around?.op === 'and' ? 'or' : 'and', children: [node] });
}

/** Replaces a group by its children. */
export function unwrapAt(tree: ConditionNode, place: Place): ConditionNode {
  const node = nodeAt(tree, place);
  return node ? (spliced(tree, place, childrenOf(node)) ?? tree) : tree;
}

export function negateAt(tree: ConditionNode, place: Place): ConditionNode {
  const node = nodeAt(tree, place);
  if (!node) return tree;
  return replaceAt(tree, place, node.op === 'not' ? node.child : { op: 'not', child: node });
}

/** Moves a node out of its group, to the position after the group; an empty group is removed. */
export function moveOut(tree: ConditionNode, place: Place): { tree: ConditionNode; place: Place } {
  const [node, index, at] = [nodeAt(tree, place), place.at(-2), place.at(-1)];
  const outerPlace = place.slice(0, -2);
  const outer = nodeAt(tree, outerPlace);
  if (!node || index === undefined || at === undefined) return { tree, place };
  const group = outer && childrenOf(outer)[index];
  if ((outer?.op !== 'and' && outer?.op !== 'or') || (group?.op !== 'and' && group?.op !== 'or'))
    return { tree, place };
  const rest = group.children.toSpliced(at, 1);
  const kept = rest.length === 0 ? [] : [{ ...group, children: rest }];
  const children = outer.children.toSpliced(index, 1, ...kept, node);
  return { tree: replaceAt(tree, outerPlace, { ...outer, children }), place: [...outerPlace, index + kept.length] };
}

/** Moves a node into the group beside it: to its end if the group is above, to its beginning if it is below. */
export function moveInto(tree: ConditionNode, place: Place, by: 1 | -1): { tree: ConditionNode; place: Place } {
  const index = place.at(-1);
  const parentPlace = place.slice(0, -1);
  const parent = nodeAt(tree, parentPlace);
  const node = nodeAt(tree, place);
  if (!node || index === undefined || (parent?.op !== 'and' && parent?.op !== 'or')) return { tree, place };
  const beside = parent.children[index + by];
  if (beside?.op !== 'and' && beside?.op !== 'or') return { tree, place };
  const inside = by === -1 ? [...beside.children, node] : [node, ...beside.children];
  const children = parent.children
    .map((child, at) => (at === index + by ? { ...beside, children: inside } : child))
    .toSpliced(index, 1);
  const groupIndex = by === -1 ? index - 1 : index;
  return {
    tree: replaceAt(tree, parentPlace, { ...parent, children }),
    place: [...parentPlace, groupIndex, by === -1 ? beside.children.length : 0],
  };
}

/** Updates comparisons after a metric was renamed. */
export function renameIn(node: ConditionNode, from: string, to: string): ConditionNode {
  if (node.op === 'not') return { ...node, child: renameIn(node.child, from, to) };
  if (node.op !== 'when') return { ...node, children: node.children.map((child) => renameIn(child, from, to)) };
  const other = typeof node.value === 'object' && node.value !== null ? node.value.metric : undefined;
  return {
    ...node,
    metric: node.metric === from ? to : node.metric,
    value: other === from ? { metric: to } : node.value,
  };
}

export function whensOf(node: ConditionNode): When[] {
  return node.op === 'when' ? [node] : childrenOf(node).flatMap(whensOf);
}
