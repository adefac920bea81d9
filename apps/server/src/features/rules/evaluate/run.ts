import type { JudgedNode, RunMetric, RunTrigger } from '@stellwerk/contract/rule-run';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { MetricPoints } from './metric.ts';
import type { CompiledRule } from './rule.ts';

/** One evaluation to be done. It has no other clock than `atMs`. */
export interface Run {
  rule: CompiledRule;
  atMs: number;
  trigger: RunTrigger;
  /** By place of the metric; may reach further back than it needs. Null: its state is gone. */
  inputs: readonly (MetricPoints | null)[];
  /** By place of the metric: what counts as now for its points. Later than `atMs` where the server's clock was put back. */
  nowMs?: readonly number[];
  /** For tests: values by alias in place of operation and transformer. */
  values?: Readonly<Record<string, JsonValue>>;
}

export interface RunProblem {
  code: string;
  params: Record<string, string | number>;
  /** Whose script it was; null: that of the conditions. */
  alias: string | null;
  line: number | null;
  /** The script ran into the limit of time or memory. */
  isHang: boolean;
}

export interface Evaluation {
  /** Null where it did not come to the conditions. */
  isMet: boolean | null;
  metrics: RunMetric[];
  conditions: JudgedNode | null;
  /** The alias of the metric without a value. */
  abortedBy: string | null;
  problem: RunProblem | null;
  logs: string[];
  durationMs: number;
}
