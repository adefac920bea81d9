import { expect, it } from 'vitest';
import { createFlowIndex, type TriggeredFlow } from './flow-index.ts';

const flow = (flowId: number, heads: TriggeredFlow['heads'], more: Partial<TriggeredFlow> = {}): TriggeredFlow => ({
  ...{ flowId, accountId: 1, trigger: 'after', connectorIds: [9], isShadow: false, heads },
  ...more,
});
const equals = (attribute: 'state_id' | 'unit' | 'dtwin_title', value: string) => ({
  ...{ attribute, operator: 'equals' as const, value },
});
const all = (...conditions: TriggeredFlow['heads'][number]['conditions']) => [{ match: 'all' as const, conditions }];
const event = { meta: { state_id: 7, unit: '°C', dtwin_title: 'Boiler' }, value: 20 };
const found = (...flows: TriggeredFlow[]) =>
  createFlowIndex(flows)
    .find('after', event, 0)
    .map(({ flowId }) => flowId);

it('finds the flows whose first filters let the event pass', () => {
  const warm = { attribute: 'value' as const, operator: 'greaterThan' as const, value: '15' };
  expect(
    found(
      flow(1, []),
      flow(2, all(equals('state_id', '7.0'))),
      flow(3, all(equals('state_id', '8'))),
      flow(4, all(equals('state_id', '7'), equals('unit', 'K'))),
      flow(5, [{ match: 'any', conditions: [equals('state_id', '8'), equals('unit', '°C')] }]),
      flow(6, [...all(warm), ...all(equals('dtwin_title', 'Boiler'))]),
      flow(7, [], { trigger: 'before' }),
      flow(8, [{ match: 'any', conditions: [equals('unit', 'K')] }]),
    ).sort(),
  ).toEqual([1, 2, 5, 6]);
});

it('does not evaluate flows that demand another value', () => {
  let reads = 0;
  const counting = new Proxy(event.meta, {
    get(target, name) {
      reads += 1;
      return Reflect.get(target, name);
    },
  });
  const many = Array.from({ length: 10_000 }, (_, id) =>
    flow(id, all(equals('state_id', String(id + 100)), equals('unit', '°C'))),
  );
  expect(createFlowIndex(many).find('after', { meta: counting, value: 1 }, 0)).toEqual([]);
  expect(reads).toBe(1);
});
