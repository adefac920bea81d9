import type { SampleOutcome } from '@stellwerk/contract/flow-step';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { storable, storableParams } from '../../../platform/db/storable-text.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { StoredDifference, StoredFailure, StoredSample } from '../flow.table.ts';
import { addFigures, addShadows } from './figures.store.ts';

export const keptSamples = 20;
const shownLength = 2_000;

export interface StepNote {
  flowId: number;
  step: number;
  /** 0 for steps before the connectors. */
  connectorId: number;
  outcome: SampleOutcome;
  /** Only called for messages that are shown. */
  show(): { input: string; output: string | null };
  failure?: StoredFailure | undefined;
}

export interface NewFigures {
  flowId: number;
  step: number;
  connectorId: number;
  entered: number;
  passed: number;
  stopped: number;
  failed: number;
  lastAt: string;
  lastFailure: StoredFailure | null;
  lastFailureAt: string | null;
  /** The newest first. */
  samples: StoredSample[];
}

export type Comparison = 'same' | 'different' | 'onlyProductive' | 'onlyShadow';

export interface NewShadow extends Record<Comparison, number> {
  flowId: number;
  differences: StoredDifference[];
}

const shownText = (text: string) => storable(text.slice(0, shownLength));

const columnOf: Record<SampleOutcome, 'passed' | 'stopped' | 'failed' | undefined> = {
  passed: 'passed',
  sent: 'passed',
  stopped: 'stopped',
  failed: 'failed',
  // Counted once it is sent or given up.
  retry: undefined,
};

interface RecorderDeps {
  db: Db;
  clock: Clock;
  log: Log;
  everyMs?: number;
}

/** Collects what happened in flows and writes it periodically, so that a message costs no statement of its own. */
export function createRecorder({ db, clock, log, everyMs = 1_000 }: RecorderDeps) {
  let figures = new Map<string, NewFigures>();
  let shadows = new Map<number, NewShadow>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const [ofSteps, ofShadows] = [[...figures.values()], [...shadows.values()]];
    figures = new Map();
    shadows = new Map();
    try {
      await addFigures(db, ofSteps);
      await addShadows(db, ofShadows);
    } catch (error) {
      log.warn({ err: error }, 'figures of flows not written');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function later(): void {
    timer ??= setTimeout(() => void flush(), everyMs);
  }

  return {
    note({ flowId, step, connectorId, outcome, show, failure }: StepNote): void {
      const key = `${flowId} ${step} ${connectorId}`;
      const at = clock.now().toISOString();
      const empty = { entered: 0, passed: 0, stopped: 0, failed: 0, lastFailure: null, lastFailureAt: null };
      const known = figures.get(key) ?? { flowId, step, connectorId, ...empty, lastAt: at, samples: [] };
      figures.set(key, known);
      const column = columnOf[outcome];
      if (column) {
        known.entered += 1;
        known[column] += 1;
      }
      known.lastAt = at;
      const stored = failure ? { code: failure.code, params: storableParams(failure.params) } : null;
      if (stored) Object.assign(known, { lastFailure: stored, lastFailureAt: at });
      if (known.samples.length < keptSamples) {
        const { input, output } = show();
        const shown = { input: shownText(input), output: output === null ? null : shownText(output) };
        known.samples.unshift({ at, outcome, ...shown, failure: stored });
      }
      later();
    },

    compare(flowId: number, is: Comparison, difference: () => Omit<StoredDifference, 'at'>): void {
      const none = { same: 0, different: 0, onlyProductive: 0, onlyShadow: 0, differences: [] };
      const known: NewShadow = shadows.get(flowId) ?? { flowId, ...none };
      shadows.set(flowId, known);
      known[is] += 1;
      if (is !== 'same' && known.differences.length < keptSamples) {
        const { event, productive, shadow } = difference();
        known.differences.unshift({
          at: clock.now().toISOString(),
          event,
          productive: productive === null ? null : shownText(productive),
          shadow: shadow === null ? null : shownText(shadow),
        });
      }
      later();
    },

    flush,
  };
}
export type Recorder = ReturnType<typeof createRecorder>;
