import {
  compileRule,
  createEvaluator,
  createReplay,
  type ReplayResult,
  type RuleRecord,
  toScript,
} from '../../apps/server/src/features/rules/evaluate/index.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import type { History, HistoryPoint } from '../../apps/server/src/platform/history/history.ts';
import type { Sandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import { type ConditionNode, ruleDefinition } from '../../packages/contract/src/rule.ts';
import { ownMs } from '../cpu.ts';
import { median, medianMs } from '../measure.ts';
import type { Add } from '../result.ts';

/** Replays a rule over many past points: with one and three states, with a tree and with a script. */

const dayMs = 86_400_000;
const stepMs = 30_000;
const startMs = Date.UTC(2025, 0, 1);
const rounds = 3;
/** Unused ids. */
const one = 8_000_001;
const three = [8_000_002, 8_000_003, 8_000_004];

interface ReplayParts {
  db: Db;
  history: History;
  sandbox: Sandbox;
  points: number;
}

const valueAt = (index: number) => Math.round((20 + 15 * Math.sin(index / 500) + (index % 7)) * 10) / 10;

async function fill(
  { db, history, points: pointCount }: ReplayParts,
  series: number,
  count: number,
  offsetMs: number,
): Promise<void> {
  const every = (pointCount / count) * stepMs;
  const batch = 50_000;
  for (let first = 0; first < count; first += batch) {
    const points = Array.from({ length: Math.min(batch, count - first) }, (_, index): HistoryPoint => {
      const place = first + index;
      const at = Math.floor(startMs + place * every) + offsetMs;
      return { series, at, shard: 1, seq: place, value: valueAt(place), source: 'live' };
    });
    await history.write(db, points);
  }
}

const tree: ConditionNode = {
  op: 'and',
  children: [
    { op: 'when', metric: 'a', cmp: 'gt', value: 30 },
    { op: 'not', child: { op: 'when', metric: 'a', cmp: 'gte', value: 36 } },
  ],
};
const treeOfThree: ConditionNode = {
  op: 'or',
  children: [tree, { op: 'when', metric: 'b', cmp: 'lt', value: { metric: 'c' } }],
};

function recordOf(
  series: readonly number[],
  tree: ConditionNode,
  isScript: boolean,
  metric: Record<string, unknown> = {},
): RuleRecord {
  const definition = ruleDefinition.parse({
    metrics: series.map((stateId, index) => ({ alias: 'abc'[index], stateId, ...metric })),
    conditions: isScript ? { mode: 'script', script: toScript(tree) } : { mode: 'tree', tree },
    throttleHours: 1,
    commands: [{ type: 'mail' }],
  });
  const states = series.map((id) => ({ id, key: `key${id}`, title: `State ${id}`, unit: null }));
  const twin = { id: 1, title: 'Boiler', tags: [], keyValue: {} };
  return { id: 1, twinId: 1, accountId: 1, title: 'Bench', revision: 1, definition, twin, states };
}

export async function addReplay(add: Add, parts: ReplayParts): Promise<void> {
  const { history, sandbox, points } = parts;
  const endMs = startMs + points * stepMs;
  await fill(parts, one, points, 0);
  for (const [index, series] of three.entries()) await fill(parts, series, Math.floor(points / 3), index * 1_000);
  for (let day = startMs; day <= endMs; day += dayMs) await history.pack(day);

  const replay = createReplay({ history, evaluator: createEvaluator({ sandbox }) });
  const window = { from: startMs, to: endMs + 1, zones: new Map(), positions: async () => [] };
  async function measure(name: string, record: RuleRecord): Promise<ReplayResult | undefined> {
    const rule = compileRule(record);
    const times: number[] = [];
    let result: ReplayResult | undefined;
    const beforeMs = ownMs();
    for (let round = 0; round < rounds; round += 1) {
      result = await replay(rule, window);
      times.push(result.durationMs);
    }
    add(name, median(times), 'ms', { of: 'time' });
    // CPU time of this process, without the sandbox.
    add(name, (ownMs() - beforeMs) / rounds, 'ms', { of: 'processor' });
    return result;
  }

  const read = () => history.columns({ series: one, from: startMs, to: endMs, limit: points });
  add('reading the points alone', await medianMs(rounds, read), 'ms', { of: 'time' });
  const plain = await measure('one state, tree', recordOf([one], tree, false));
  const scripted = await measure('one state, script', recordOf([one], tree, true));
  await measure('three states, tree', recordOf(three, treeOfThree, false));
  await measure('three states, script', recordOf(three, treeOfThree, true));
  await measure('one state, mean of an hour', recordOf([one], tree, false, { operation: 'avg', historyMinutes: 60 }));
  await measure(
    'one state, median of 1,000',
    recordOf([one], tree, false, { operation: 'median', historyCount: 1_000 }),
  );
  if (JSON.stringify(plain?.results) !== JSON.stringify(scripted?.results)) throw new Error('tree and script disagree');
}
