import { nodesOf } from '@stellwerk/contract/rule';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { type GuestColumn, gapsOf } from '../guest-script.ts';
import type { CompiledRule } from '../rule.ts';
import type { Block, BlockColumn } from './blocks.ts';
import type { Answers, Query } from './query.ts';

export type Outcome = 'met' | 'notMet' | 'aborted' | 'error';

export interface EvaluatedBlock {
  block: Block;
  /** Shorter than the block if a script was aborted for good. */
  outcomes: Outcome[];
  valueIn(metric: number, place: number): JsonValue;
}

interface EvaluatedMetric {
  column: BlockColumn;
  answers: Answers | null;
}

function valueOfMetric({ column, answers }: EvaluatedMetric, place: number): JsonValue {
  // Results of scripts left the sandbox as JSON, so the cast is safe.
  if (answers) return (answers.values[place] ?? null) as JsonValue;
  const { values, cursor, from, to } = column;
  return values ? (values[place] ?? null) : cursor.listOf(from[place] ?? 0, to[place] ?? 0);
}

function isNull({ column, answers }: EvaluatedMetric, place: number): boolean {
  if (answers) return (answers.values[place] ?? null) === null;
  return column.values ? column.values[place] === null : column.from[place] === column.to[place];
}

/** The points that these evaluations cover, sent once, because their windows overlap. */
function windowOf({ cursor, from, to }: BlockColumn, places: readonly number[], withTimes: boolean) {
  const [start, end] = [from[places[0] ?? 0] ?? 0, to[places.at(-1) ?? 0] ?? 0];
  const { at, number, values } = cursor.series;
  return {
    times: withTimes ? Array.from(at.subarray(start, end)) : null,
    points: values ? values.slice(start, end) : Array.from(number.subarray(start, end)),
    from: places.map((place) => (from[place] ?? 0) - start),
    to: places.map((place) => (to[place] ?? 0) - start),
  };
}

function guestColumn(evaluated: EvaluatedMetric, places: readonly number[], usesValues: boolean): GuestColumn {
  const { column, answers } = evaluated;
  const isList = column.values === null && !answers;
  const hasEmpty = isList && places.some((place) => isNull(evaluated, place));
  // An empty list is passed as null, which only `values` can express.
  const asValues = !isList || hasEmpty;
  return {
    values: asValues ? places.map((place) => valueOfMetric(evaluated, place)) : null,
    window: usesValues || !asValues ? windowOf(column, places, usesValues) : null,
  };
}

function allOf(count: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < count; place += 1) places.push(place);
  return places;
}

export function createBlockEvaluator(rule: CompiledRule, asker: Query) {
  const { metrics, tree, script, twin } = rule;
  const { conditions } = rule.definition;
  const named = conditions.mode === 'tree' ? new Set(nodesOf(conditions.tree).aliases) : new Set<string>();
  const inTree = metrics.map(({ alias }) => named.has(alias));
  const isPlain = metrics.every(({ state, script: own, abortIfNull }) => state && !own && !abortIfNull);

  /** Reused for every evaluation: allocating a list costs as much as evaluating the tree. */
  const row = metrics.map((): JsonValue => null);
  const hasTransformers = metrics.some((metric) => metric.script !== null);

  /** The result that ends an evaluation before its conditions, in the order of the metrics. */
  function endOf(evaluated: readonly EvaluatedMetric[], place: number): Outcome | null {
    for (const each of evaluated) {
      const { metric } = each.column.cursor;
      if (!metric.state || each.answers?.failed.has(place)) return 'error';
      if (metric.abortIfNull && isNull(each, place)) return 'aborted';
    }
    return null;
  }

  /** Runs a transformer for these evaluations; results are stored at their index in the block. */
  async function askTransformer(
    { column }: EvaluatedMetric,
    block: Block,
    places: readonly number[],
  ): Promise<Answers | null> {
    const { alias, state, usesValues, script: own } = column.cursor.metric;
    if (!own || !state) return null;
    const plain = { column, answers: null };
    const { values, failed, asked } = await asker.ask({
      script: own,
      alias,
      count: places.length,
      inputOf(from, to) {
        const some = places.slice(from, to);
        return {
          atMs: gapsOf(some.map((place) => block.atMs[place] ?? 0)),
          columns: [guestColumn(plain, some, usesValues)],
          twin,
          alias,
          state,
        };
      },
    });
    const spread: Answers = { values: [], failed: new Set(), asked: places[asked] ?? block.atMs.length };
    for (const [index, place] of places.entries()) {
      spread.values[place] = values[index];
      if (failed.has(index)) spread.failed.add(place);
    }
    return spread;
  }

  /** A transformer only runs for evaluations that no earlier metric has ended. */
  async function transform(block: Block): Promise<EvaluatedMetric[]> {
    let open = hasTransformers ? allOf(block.atMs.length) : [];
    const evaluated: EvaluatedMetric[] = [];
    for (const column of block.columns) {
      const plain: EvaluatedMetric = { column, answers: null };
      const each = { column, answers: await askTransformer(plain, block, open) };
      evaluated.push(each);
      const askedTo = each.answers?.asked ?? block.atMs.length;
      open = open.filter((place) => place < askedTo && endOf([each], place) === null);
    }
    return evaluated;
  }

  function evaluateTree(evaluated: readonly EvaluatedMetric[], place: number): Outcome {
    if (!tree) return 'met';
    for (let index = 0; index < row.length; index += 1) {
      const each = evaluated[index];
      if (each && inTree[index]) row[index] = valueOfMetric(each, place);
    }
    return tree.isMet(row) ? 'met' : 'notMet';
  }

  async function askConditions(block: Block, evaluated: readonly EvaluatedMetric[], outcomes: (Outcome | null)[]) {
    if (!script) return;
    const open = allOf(outcomes.length).filter((place) => outcomes[place] === null);
    const answers = await asker.ask({
      script,
      alias: null,
      count: open.length,
      inputOf(from, to) {
        const places = open.slice(from, to);
        return {
          atMs: gapsOf(places.map((place) => block.atMs[place] ?? 0)),
          columns: evaluated.map((each) => guestColumn(each, places, false)),
          twin,
        };
      },
    });
    for (const [index, place] of open.slice(0, answers.asked).entries()) {
      outcomes[place] = answers.failed.has(index) ? 'error' : answers.values[index] === 1 ? 'met' : 'notMet';
    }
  }

  /** Runs the same phases as a live evaluation. */
  return async function evaluateBlock(block: Block): Promise<EvaluatedBlock> {
    const evaluated = await transform(block);
    const count = Math.min(block.atMs.length, ...evaluated.map(({ answers }) => answers?.asked ?? block.atMs.length));
    const outcomes: (Outcome | null)[] = [];
    for (let place = 0; place < count; place += 1) {
      const end = isPlain ? null : endOf(evaluated, place);
      outcomes.push(end ?? (script ? null : evaluateTree(evaluated, place)));
    }
    await askConditions(block, evaluated, outcomes);
    const known = outcomes.indexOf(null);
    return {
      block,
      outcomes: (known < 0 ? outcomes : outcomes.slice(0, known)) as Outcome[],
      valueIn(metric, place) {
        const each = evaluated[metric];
        return each ? valueOfMetric(each, place) : null;
      },
    };
  };
}
