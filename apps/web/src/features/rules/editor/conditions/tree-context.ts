import type { ConditionNode } from '@stellwerk/contract/rule';
import { createContext, use } from 'react';
import type { MetricFact } from './metric-facts.ts';
import type { Place } from './tree-edit.ts';

export interface TreeEditor {
  tree: ConditionNode;
  metrics: readonly MetricFact[];
  isDisabled: boolean;
  /** Incomplete comparisons show errors only after an attempt to save. */
  complains: boolean;
  isFull: boolean;
  /**
   * Undefined: the tree is empty. `focus` is the position to focus afterwards; `said` is announced to screen readers.
   */
  change: (next: ConditionNode | undefined, options?: { focus?: Place; said?: string }) => void;
}

export const TreeContext = createContext<TreeEditor | null>(null);

export function useTree(): TreeEditor {
  const tree = use(TreeContext);
  if (!tree) throw new Error('There is no tree of conditions around this component');
  return tree;
}

export const placeName = (place: Place) => place.join('.');
