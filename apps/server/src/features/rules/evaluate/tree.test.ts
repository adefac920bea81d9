import { type Comparison, type ConditionNode, type ConditionScalar, comparisons } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../platform/history/history.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { createEvaluator } from './evaluator.ts';
import { noon, ruleOf, runOf } from './testing/rules.fixture.ts';
import { toScript } from './to-script.ts';
import { compileTree } from './tree.ts';

const aliases = ['a', 'b', 'number'];
const when = (cmp: Comparison, value: ConditionScalar | { metric: string }, metric = 'a'): ConditionNode => ({
  op: 'when',
  metric,
  cmp,
  value,
});
const isMet = (left: JsonValue, cmp: Comparison, right: ConditionScalar) =>
  compileTree(when(cmp, right), aliases).isMet([left]);

describe('comparing', () => {
  it.each<[JsonValue, ConditionScalar]>([
    [5, 5],
    ['5', 5],
    [5, ' 5.0 '],
    ['1e3', '1000'],
    [true, 1],
    [0, false],
    [true, true],
    ['true', true],
    ['abc', 'abc'],
    [null, null],
    [[1, 2], '[1,2]'],
    [{ x: 1 }, '{"x":1}'],
  ])('%j equals %j', (left, right) => {
    expect([isMet(left, 'eq', right), isMet(left, 'not', right)]).toEqual([true, false]);
  });

  it.each<[JsonValue, ConditionScalar]>([
    [5, 6],
    ['5', '5 °C'],
    ['abc', 'ABC'],
    ['', 0],
    [' ', 0],
    [null, 0],
    [null, ''],
    [null, false],
    [0, null],
    ['null', null],
    [[], ''],
    [[5], 5],
    ['true', 1],
  ])('%j does not equal %j', (left, right) => {
    expect([isMet(left, 'eq', right), isMet(left, 'not', right)]).toEqual([false, true]);
  });

  it('orders numbers and what reads as one', () => {
    const ordered = (left: JsonValue, right: ConditionScalar) =>
      comparisons.filter((cmp) => cmp !== 'eq' && cmp !== 'not' && isMet(left, cmp, right));
    expect(ordered(1, 2)).toEqual(['lt', 'lte']);
    expect(ordered('10', '9')).toEqual(['gt', 'gte']);
    expect(ordered(2, 2)).toEqual(['lte', 'gte']);
    expect(ordered(true, 0)).toEqual(['gt', 'gte']);
  });

  it('never orders what is no number, null before all', () => {
    const others: JsonValue[] = [null, 'abc', '', [], [1], {}, 'Infinity'];
    for (const left of others) {
      for (const right of [1, null, 'abc'] as const) {
        for (const cmp of ['lt', 'gt', 'lte', 'gte'] as const) expect(isMet(left, cmp, right)).toBe(false);
      }
    }
    expect(isMet(1, 'lt', null)).toBe(false);
    expect(isMet(1, 'gte', 'abc')).toBe(false);
  });

  it('compares metrics with each other; one that does not exist has no value', () => {
    const tree = compileTree(when('gt', { metric: 'b' }), aliases);
    expect([tree.isMet([2, 1]), tree.isMet([1, 2])]).toEqual([true, false]);
    expect(compileTree(when('eq', { metric: 'unknown' }), aliases).isMet([null])).toBe(true);
  });
});

it('reports what every node came to, with the values that it compared', () => {
  const tree: ConditionNode = {
    op: 'or',
    children: [
      { op: 'not', child: when('gt', 3) },
      { op: 'and', children: [when('eq', { metric: 'b' }), when('lt', 9)] },
    ],
  };
  expect(compileTree(tree, aliases).explain([5, 7])).toEqual({
    op: 'or',
    isMet: false,
    children: [
      { op: 'not', isMet: false, child: { ...when('gt', 3), isMet: true, left: 5, right: 3 } },
      {
        op: 'and',
        isMet: false,
        children: [
          { ...when('eq', { metric: 'b' }), isMet: false, left: 5, right: 7 },
          { ...when('lt', 9), isMet: true, left: 5, right: 9 },
        ],
      },
    ],
  });
});

const texts = fc.constantFrom(
  '',
  ' ',
  '5',
  ' 5',
  '5.0',
  '-1e1',
  'abc',
  'true',
  'null',
  'it\'s "x"\\\n',
  '\u2028',
  '[1]',
);
const scalars = fc.oneof(
  fc.integer({ min: -10, max: 10 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  texts,
  fc.constant(null),
);
const values = fc.oneof(scalars, fc.array(scalars, { maxLength: 2 }), fc.constant({ x: 1 })) as fc.Arbitrary<JsonValue>;
const anyTree = fc.letrec<{ node: ConditionNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({
      op: fc.constant('when' as const),
      metric: fc.constantFrom(...aliases),
      cmp: fc.constantFrom(...comparisons),
      value: fc.oneof(
        scalars,
        fc.constantFrom(...aliases).map((metric) => ({ metric })),
      ),
    }),
    fc.record({ op: fc.constant('not' as const), child: tie('node') }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).node;

/** Recomputes the result of the tree from the results of its nodes. */
function recompute(node: JudgedNode): boolean {
  if (node.op === 'when') return node.isMet;
  if (node.op === 'not') return !recompute(node.child);
  const children = node.children.map(recompute);
  return node.op === 'and' ? children.every(Boolean) : children.some(Boolean);
}

describe('the script of a tree', () => {
  const sandbox = createSandbox({ log: createLog('silent'), processes: 1 });
  afterAll(() => sandbox.close());
  const { evaluate } = createEvaluator({ sandbox });

  it('reads like what it does', () => {
    const tree: ConditionNode = {
      op: 'and',
      children: [
        when('gt', 30),
        { op: 'or', children: [when('eq', null), { op: 'not', child: when('eq', 'auto', 'mode') }] },
      ],
    };
    const script = toScript(tree);
    expect(script.slice(script.indexOf('return ('))).toContain(
      'return (\n  $number(a) > 30 &&\n  (\n    a === null ||\n    !($same(mode, "auto"))\n  )\n);\n',
    );
    expect(toScript(when('eq', null))).toBe('return a === null;\n');
  });

  it('does exactly the same as the tree, in the sandbox', async () => {
    const metrics = aliases.map((alias, index) => ({ alias, stateId: index + 1 }));
    const rows = fc.array(fc.tuple(values, values, values), { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(anyTree, rows, async (tree, samples) => {
        const byTree = ruleOf({ metrics, conditions: { mode: 'tree', tree } });
        const byScript = ruleOf({ metrics, conditions: { mode: 'script', script: toScript(tree) } });
        const inputs = samples.map((row) => row.map((value) => [[noon, value] as const]));
        const wanted = await evaluate(inputs.map((points) => runOf(byTree, points)));
        const found = await evaluate(inputs.map((points) => runOf(byScript, points)));
        expect(found.map(({ isMet, problem }) => [isMet, problem])).toEqual(wanted.map(({ isMet }) => [isMet, null]));
        const plain = compileTree(tree, aliases);
        for (const [index, { isMet, conditions }] of wanted.entries()) {
          expect(conditions && recompute(conditions)).toBe(isMet);
          expect(plain.isMet(samples[index] ?? [])).toBe(isMet);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
