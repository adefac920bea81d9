import type { ConditionNode } from '@stellwerk/contract/rule';
import { createContext, use } from 'react';
import type { MetricFact } from './metric-facts.ts';
import type { Place } from './tree-edit.ts';

export interface TreeEditor {
  tree: ConditionNode;
  metrics: readonly MetricFact[];
  isDisabled: boolean;
  /** Incomplete comparisons complain once somebody has tried to save. */
  complains: boolean;
  isFull: boolean;
  /** Undefined: nothing is left. `focus` is where the keyboard goes then; `said` is told to those who can't see it. */
  change: (next: ConditionNode | undefined, options?: { focus?: Place; said?: string }) => void;
}

export const TreeContext = createContext<TreeEditor | null>(null);

export function useTree(): TreeEditor {
  const tree = use(TreeContext);
  if (!tree) throw new Error('There is no tree of conditions around this component');
  return tree;
}

export const placeName = (place: Place) => place.join('.');
