import type { ConditionNode } from '@stellwerk/contract/rule';
import { describe, expect, it } from 'vitest';
import { conditionText } from './condition-text.ts';

const texts = {
  metric: (alias: string) => alias.toUpperCase(),
  value: (value: unknown) => String(value),
  comparison: (cmp: string, left: string, right: string) => `${left} ${cmp} ${right}`,
  hysteresis: (text: string, hysteresis: number) => `${text} ±${hysteresis}`,
  and: 'and',
  or: 'or',
  not: (inner: string) => `not (${inner})`,
};
const when = (metric: string, value: string | number | { metric: string } = 1): ConditionNode => ({
  op: 'when',
  metric,
  cmp: 'gt',
  value,
});

describe('conditions as a sentence', () => {
  it.each([
    [when('a', { metric: 'b' }), 'A gt B'],
    [{ ...when('a'), hysteresis: 2 }, 'A gt 1 ±2'],
    [
      { op: 'and', children: [when('a'), { op: 'or', children: [when('b'), when('c')] }] },
      'A gt 1 and (B gt 1 or C gt 1)',
    ],
    [{ op: 'and', children: [{ op: 'or', children: [when('b'), when('c')] }] }, 'B gt 1 or C gt 1'],
    [{ op: 'not', child: { op: 'or', children: [when('a'), when('b')] } }, 'not (A gt 1 or B gt 1)'],
  ] as [ConditionNode, string][])('%j', (node, text) => expect(conditionText(node, texts)).toBe(text));
});
