import type { JudgedNode, RunMetric, RunTrigger } from '@stellwerk/contract/rule-run';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { MetricPoints } from './metric.ts';
import type { CompiledRule } from './rule.ts';

/** A requested evaluation. `atMs` is its only clock. */
export interface Run {
  rule: CompiledRule;
  atMs: number;
  trigger: RunTrigger;
  /** Points per metric, by index; may reach further back than needed. Null if the state is deleted. */
  inputs: readonly (MetricPoints | null)[];
  /** The current time per metric, by index. Later than `atMs` if the server's clock was set back. */
  nowMs?: readonly number[];
  /** For tests: values by alias, instead of operation and transformer. */
  values?: Readonly<Record<string, JsonValue>>;
}

export interface RunProblem {
  code: string;
  params: Record<string, string | number>;
  /** The metric whose transformer failed; null for the script of the conditions. */
  alias: string | null;
  line: number | null;
  /** The script reached its time or memory limit. */
  isHang: boolean;
}

export interface Evaluation {
  /** Null if the evaluation ended before the conditions. */
  isMet: boolean | null;
  metrics: RunMetric[];
  conditions: JudgedNode | null;
  /** The values of the metrics by index, not truncated. */
  values(): readonly JsonValue[];
  abortedBy: string | null;
  problem: RunProblem | null;
  logs: string[];
  durationMs: number;
}
