import jsonata from 'jsonata';
import { compileChain, runChain } from '../../apps/server/src/features/flows/chain/chain.ts';
import { createFlowIndex, type TriggeredFlow } from '../../apps/server/src/features/flows/engine/flow-index.ts';
import type { flowFilters, flowTransformers } from '../../apps/server/src/features/flows/flow.table.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import { defineBench } from '../bench.ts';
import { ownMs } from '../cpu.ts';
import { atTheEnd } from '../resources.ts';
import type { Recorder } from '../result.ts';

const script = '{ "device": meta.dtwin_title, "key": meta.state_identifier, "value": value, "time": meta.timestamp }';
const batchSize = 200;

const eventOf = (index: number) => ({
  meta: {
    ...{ timestamp: '2026-01-15T08:30:00.000Z', state_id: index, state_identifier: 'temperature', unit: '°C' },
    ...{ dtwin_id: index, dtwin_title: `Boiler ${index}`, twin_category: 'virtualDevice', twin_tags: ['north'] },
    ...{ twin_ancestor_ids: [3], twin_key_value: { room: '7' }, account_id: 1, config_id: 2, source_type: 'bridge' },
    ...{ source_identifier: `device-${index}`, parser_variable: 'temperature' },
  },
  value: 20 + (index % 10),
});

const dates = { createdAt: new Date(0), updatedAt: new Date(0) };
const common = { id: 1, accountId: 1, name: '', description: '', revision: 1, ...dates };
const filter: typeof flowFilters.$inferSelect = {
  ...common,
  type: 'standard',
  inputType: 'generic',
  match: 'all',
  conditions: [{ attribute: 'state_identifier', operator: 'equals', value: 'temperature' }],
  script: '',
};
const transformer: typeof flowTransformers.$inferSelect = {
  ...common,
  type: 'jsonata',
  inputType: 'generic',
  outputType: 'application/json',
  script,
  testValue: '',
};

/** Flows that wait for other states cost an event one lookup. */
function measureIndex({ table }: Recorder, flows: number): void {
  const add = table('10,000 flows that don’t match');
  const many = Array.from({ length: flows }, (_, index): TriggeredFlow => {
    const conditions = [
      { attribute: 'state_id' as const, operator: 'equals' as const, value: String(1_000_000 + index) },
    ];
    const place = { flowId: index, accountId: 1, trigger: 'after' as const, connectorIds: [1], isShadow: false };
    return { ...place, heads: [{ match: 'all', conditions }] };
  });
  const index = createFlowIndex(many);
  const events = Array.from({ length: 1_000 }, (_, number) => eventOf(number));
  const rounds = 200;
  for (const event of events) index.find('after', event, 0);
  const startedMs = ownMs();
  for (let round = 0; round < rounds; round += 1) for (const event of events) index.find('after', event, 0);
  const perEvent = ((ownMs() - startedMs) * 1_000) / (rounds * events.length);
  add('an event costs', perEvent, 'µs', { target: { atMost: 20 } });
}

async function perSecond(seconds: number, step: () => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  let done = 0;
  while (performance.now() - startedMs < seconds * 1_000) done += await step();
  return (done / (performance.now() - startedMs)) * 1_000;
}

async function run({ seconds, flows }: { seconds: number; flows: number }, recorder: Recorder): Promise<void> {
  measureIndex(recorder, flows);
  const sandbox = createSandbox({ log: createLog('warn'), processes: 1 });
  atTheEnd(sandbox.close);
  const events = Array.from({ length: batchSize }, (_, index) => eventOf(index));
  const messages = events.map((event) => ({ event, content: event }));
  const steps = [
    { type: 'filter' as const, filterId: 1 },
    { type: 'transformation' as const, transformerId: 1 },
    { type: 'connector' as const, targets: [{ connectorId: 1, message: {} }] },
  ];
  const parts = { filters: new Map([[1, filter]]), transformers: new Map([[1, transformer]]) };
  const chain = compileChain(sandbox, steps, parts);
  const call = { nowMs: 0, accountId: 1 };
  await runChain(chain, messages, call);

  const add = recorder.table('Filter and JSONata');
  const expression = jsonata(script);
  const plain = await perSecond(seconds, async () => {
    for (const event of events) await expression.evaluate(event);
    return events.length;
  });
  const ours = await perSecond(seconds, async () => (await runChain(chain, messages, call)).length);
  const peers = [{ name: 'jsonata in Node', value: plain }];
  add('in the sandbox, one process', ours, 'events/s', { peers, target: { atLeast: plain / 2 } });
  recorder.note('The chain alone, without the queue and the deliveries.');
}

export const bench = defineBench({
  about: 'Integration flows: an event among many flows that don’t match, and filter with JSONata in the sandbox.',
  options: {
    seconds: { default: 5, about: 'for each figure' },
    flows: { default: 10_000, about: 'flows that do not match' },
  },
  run,
});
