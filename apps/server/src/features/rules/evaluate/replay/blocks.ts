import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { isOpen } from '../execution-window.ts';
import { minuteMs } from '../metric.ts';
import type { CompiledRule } from '../rule.ts';
import type { Cursor } from './cursor.ts';
import type { Series } from './series.ts';
import type { Timeline } from './timeline.ts';

export interface BlockColumn {
  cursor: Cursor;
  /** Null for lists, which would be large; `from` and `to` describe them. */
  values: JsonValue[] | null;
  /** Whether `from` and `to` are filled, for scripts that use the points themselves. */
  keepsPlaces: boolean;
  from: number[];
  to: number[];
}

/** Evaluations that are run together, in chronological order. */
export interface Block {
  atMs: number[];
  /** Bit mask of the metrics whose new values triggered the evaluation; 0 for other triggers. */
  masks: number[];
  triggers: Map<number, RunTrigger>;
  columns: BlockColumn[];
  /** Number of evaluations in between that fell outside of all execution windows. */
  outside: number;
}

interface BlocksOptions {
  rule: CompiledRule;
  cursors: readonly Cursor[];
  timeline: Timeline;
  fromMs: number;
  toMs: number;
}

interface Source {
  series: Series;
  next: number;
  mask: number;
}

const never = Number.POSITIVE_INFINITY;
/** Past waits are removed in portions, because each removal copies the rest. */
const keptWaits = 10_000;

/** Each state once, with the metrics that it triggers. */
function sourcesOf(cursors: readonly Cursor[]): Source[] {
  const sources = new Map<Series, Source>();
  for (const [index, { series }] of cursors.entries()) {
    const source = sources.get(series) ?? { series, next: series.first, mask: 0 };
    source.mask |= 1 << index;
    sources.set(series, source);
  }
  return [...sources.values()];
}

/**
 * Times at which conditions that became true at an evaluation would have been true for long enough. Only the decisions
 * show which of them matter, so each evaluation adds one, and all are evaluated.
 */
function createWaits(waitMs: number, toMs: number) {
  let times: number[] = [];
  let next = 0;
  return {
    nextMs: () => times[next] ?? never,
    add(atMs: number) {
      if (waitMs <= 0 || atMs + waitMs >= toMs || times.at(-1) === atMs + waitMs) return;
      times.push(atMs + waitMs);
    },
    take(): number {
      const atMs = times[next] ?? never;
      next += 1;
      if (next > keptWaits) {
        times = times.slice(next);
        next = 0;
      }
      return atMs;
    },
  };
}

/** Merges values, positions and times into one stream; values measured at the same time trigger one evaluation. */
export function createBlocks({ rule, cursors, timeline, fromMs, toMs }: BlocksOptions) {
  const { executionWindows, onlyTimeTriggers, forMinutes } = rule.definition;
  const sources = onlyTimeTriggers ? [] : sourcesOf(cursors);
  const waits = createWaits(forMinutes * minuteMs, toMs);

  function nextValueMs(): number {
    let nextMs = never;
    for (const source of sources) {
      const atMs = source.series.at[source.next];
      if (atMs !== undefined && atMs < nextMs) nextMs = atMs;
    }
    return nextMs;
  }

  function takeValues(atMs: number): number {
    let mask = 0;
    for (const source of sources) {
      if (source.series.at[source.next] !== atMs) continue;
      source.next += 1;
      mask |= source.mask;
    }
    return mask;
  }

  const emptyBlock = (): Block => ({
    atMs: [],
    masks: [],
    triggers: new Map(),
    columns: cursors.map((cursor) => {
      const { isList, metric } = cursor;
      return { cursor, values: isList ? null : [], from: [], to: [], keepsPlaces: isList || metric.usesValues };
    }),
    outside: 0,
  });

  function add(block: Block, atMs: number, mask: number, trigger?: RunTrigger) {
    if (!isOpen(executionWindows, atMs)) {
      block.outside += 1;
      return;
    }
    if (trigger?.kind !== 'lasted') waits.add(atMs);
    if (trigger) block.triggers.set(block.atMs.length, trigger);
    block.atMs.push(atMs);
    block.masks.push(mask);
    for (const { cursor, values, from, to, keepsPlaces } of block.columns) {
      cursor.advance(atMs);
      values?.push(cursor.value());
      if (!keepsPlaces) continue;
      from.push(cursor.from);
      to.push(cursor.to);
    }
  }

  /** A wait that ends outside of all execution windows has no effect. */
  function takeWait(block: Block) {
    const atMs = waits.take();
    if (isOpen(executionWindows, atMs)) add(block, atMs, 0, { kind: 'lasted' });
  }

  let otherMs = timeline.nextMs();

  /** Returns the next evaluations, at most `size`; undefined at the end. */
  return function nextBlock(size: number): Block | undefined {
    const block = emptyBlock();
    while (block.atMs.length + block.outside < size) {
      const valueMs = nextValueMs();
      const waitMs = waits.nextMs();
      if (waitMs < valueMs && waitMs < otherMs) {
        takeWait(block);
        continue;
      }
      if (valueMs <= otherMs) {
        if (valueMs === never) break;
        add(block, valueMs, takeValues(valueMs));
        continue;
      }
      const atMs = otherMs;
      const triggers = timeline.take();
      otherMs = timeline.nextMs();
      // Positions before the span only serve as the previous position of the first one within it.
      for (const trigger of triggers) if (atMs >= fromMs) add(block, atMs, 0, trigger);
    }
    return block.atMs.length > 0 || block.outside > 0 ? block : undefined;
  };
}
