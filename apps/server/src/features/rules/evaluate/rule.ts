import { createHash } from 'node:crypto';
import type { RuleDefinition, RuleMetric } from '@stellwerk/contract/rule';
import type { Script } from '../../../platform/sandbox/script.ts';
import { conditionScript, mentions, transformerScript } from './guest-script.ts';
import { type CompiledTree, compileTree } from './tree.ts';

export interface MetricState {
  id: number;
  key: string;
  title: string;
  unit: string | null;
}

/** A rule with the data about its twin and states that scripts can access. */
export interface RuleRecord {
  id: number;
  twinId: number;
  accountId: number;
  title: string;
  revision: number;
  definition: RuleDefinition;
  twin: { id: number; title: string; tags: string[]; keyValue: Record<string, string> };
  /** The states of its metrics; deleted states are missing. */
  states: MetricState[];
}

/** The history that a metric needs. With one value and no minutes, the newest value is enough. */
export interface MetricNeed {
  minutes: number | null;
  count: number;
}

export interface CompiledMetric extends RuleMetric {
  need: MetricNeed;
  state: MetricState | null;
  script: Script | null;
  /** Whether the script uses `values`, the single points with their times, which are expensive to pass. */
  usesValues: boolean;
}

export interface CompiledRule extends RuleRecord {
  metrics: readonly CompiledMetric[];
  /** Exactly one of `tree` and `script` is set, unless the conditions are `always`. */
  tree: CompiledTree | null;
  script: Script | null;
}

export function needOf({ historyMinutes, historyCount }: RuleMetric): MetricNeed {
  if (historyMinutes === null) return { minutes: null, count: historyCount ?? 1 };
  return { minutes: historyMinutes, count: historyCount ?? Number.POSITIVE_INFINITY };
}

const scripts = new Map<string, Script>();
const keptScripts = 10_000;

/** Rules made from one template have equal scripts, which share one object and therefore one compiled isolate. */
function shared(script: Omit<Script & { kind: 'javascript' }, 'id'>): Script {
  const id = `rule-${createHash('sha256').update(script.source).digest('base64url').slice(0, 22)}`;
  const known = scripts.get(id);
  if (known) return known;
  const [oldest] = scripts.keys();
  if (scripts.size >= keptScripts && oldest !== undefined) scripts.delete(oldest);
  const made = { id, ...script };
  scripts.set(id, made);
  return made;
}

export function compileRule(record: RuleRecord): CompiledRule {
  const { metrics, conditions } = record.definition;
  const states = new Map(record.states.map((state) => [state.id, state]));
  const aliases = metrics.map(({ alias }) => alias);
  return {
    ...record,
    metrics: metrics.map((metric) => ({
      ...metric,
      need: needOf(metric),
      state: states.get(metric.stateId) ?? null,
      script: metric.transformer.trim() === '' ? null : shared(transformerScript(metric.transformer)),
      usesValues: mentions(metric.transformer, 'values'),
    })),
    tree: conditions.mode === 'tree' ? compileTree(conditions.tree, aliases) : null,
    script: conditions.mode === 'script' ? shared(conditionScript(conditions.script, aliases)) : null,
  };
}
