import type { Comparison } from '@stellwerk/contract/rule';

export const comparisonSigns: Record<Comparison, string> = {
  eq: '=',
  not: '≠',
  lt: '<',
  gt: '>',
  lte: '≤',
  gte: '≥',
};
