import { describe, expect, it } from 'vitest';
import { treeCommand } from './tree-keys.ts';
import { type ChildPage, flattenTree, type NodeId, type TreeNode } from './tree-rows.ts';

const node = (id: NodeId, hasChildren = false): TreeNode => ({ id, label: String(id), hasChildren });
const ready = (nodes: TreeNode[], total = nodes.length): ChildPage => ({ nodes, total, status: 'ready' });
/** alpha (open: beta, gamma), delta (closed), then 7 more to load */
const pages = new Map<NodeId | null, ChildPage>([
  [null, ready([node('alpha', true), node('delta', true)], 9)],
  ['alpha', ready([node('beta'), node('gamma')])],
]);
const rows = flattenTree(pages, new Set(['alpha']));
const press = (key: string, active: number, options: { withControl?: boolean; typed?: string } = {}) =>
  treeCommand({ key, withControl: options.withControl ?? false, typed: options.typed ?? key }, rows, active);

describe('treeCommand', () => {
  it('moves up and down and stops at the ends', () => {
    expect(press('ArrowDown', 0)).toEqual({ kind: 'focus', index: 1 });
    expect(press('ArrowUp', 0)).toEqual({ kind: 'focus', index: 0 });
    expect(press('ArrowDown', 4)).toEqual({ kind: 'focus', index: 4 });
    expect(press('PageDown', 0)).toEqual({ kind: 'focus', index: 4 });
    expect(press('End', 0)).toEqual({ kind: 'focus', index: 4 });
    expect(press('Home', 3)).toEqual({ kind: 'focus', index: 0 });
  });

  it('opens with the right arrow, then goes to the first child', () => {
    expect(press('ArrowRight', 3)).toEqual({ kind: 'expand', id: 'delta' });
    expect(press('ArrowRight', 0)).toEqual({ kind: 'focus', index: 1 });
    expect(press('ArrowRight', 1)).toBeUndefined();
  });

  it('closes with the left arrow, or goes to the parent', () => {
    expect(press('ArrowLeft', 0)).toEqual({ kind: 'collapse', id: 'alpha' });
    expect(press('ArrowLeft', 2)).toEqual({ kind: 'focus', index: 0 });
    expect(press('ArrowLeft', 3)).toBeUndefined();
  });

  it('opens with Enter and activates with Space, also the row that loads more', () => {
    expect(press('Enter', 1)).toEqual({ kind: 'open', index: 1 });
    expect(press(' ', 4)).toEqual({ kind: 'activate', index: 4 });
  });

  it('jumps to the typed text and ignores other keys', () => {
    expect(press('a', 0, { typed: 'ga' })).toEqual({ kind: 'focus', index: 2 });
    expect(press('z', 0)).toBeUndefined();
    expect(press('F5', 0)).toBeUndefined();
    expect(press('Tab', 0)).toBeUndefined();
  });

  it('cuts and pastes to move, but only nodes', () => {
    expect(press('x', 1, { withControl: true })).toEqual({ kind: 'pick', id: 'beta' });
    expect(press('V', 3, { withControl: true })).toEqual({ kind: 'drop', id: 'delta' });
    expect(press('x', 4, { withControl: true })).toBeUndefined();
    expect(press('a', 0, { withControl: true })).toBeUndefined();
  });

  it('does nothing in an empty tree', () => {
    expect(treeCommand({ key: 'End', withControl: false, typed: '' }, [], 0)).toBeUndefined();
  });
});
