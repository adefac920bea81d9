import { nodesOf, type RuleDefinition } from '@stellwerk/contract/rule';
import { fail } from '../../platform/errors/app-error.ts';

type CheckedDefinition = Pick<RuleDefinition, 'metrics' | 'conditions'>;

const invalidAt = (path: string) => ({ issues: [{ path, code: 'invalid' as const, params: {} }] });

/** Aliases must be unique, and conditions may only use existing ones. */
export function checkAliases({ metrics, conditions }: CheckedDefinition): void {
  const known = new Set<string>();
  for (const [index, { alias }] of metrics.entries()) {
    const name = alias.toLowerCase();
    if (known.has(name)) fail('RULE_ALIAS_DUPLICATE', { alias }, invalidAt(`metrics.${index}.alias`));
    known.add(name);
  }
  if (conditions.mode !== 'tree') return;
  const aliases = new Set(metrics.map(({ alias }) => alias));
  const unknown = nodesOf(conditions.tree).aliases.find((alias) => !aliases.has(alias));
  if (unknown !== undefined) fail('RULE_ALIAS_UNKNOWN', { alias: unknown }, invalidAt('conditions.tree'));
}

/** A rule needs a trigger, and something to do. */
export function checkPurpose(definition: RuleDefinition): void {
  const { metrics, timeTriggers, geofenceTriggers, onlyTimeTriggers, commands, alarm, aggregateTrigger } = definition;
  const byValues = metrics.length > 0 && !onlyTimeTriggers;
  if (!byValues && timeTriggers.length === 0 && geofenceTriggers.length === 0) fail('RULE_NEVER_TRIGGERED');
  if (commands.length === 0 && alarm === null && aggregateTrigger.length === 0) fail('RULE_NOTHING_TO_DO');
}

export function pathOfScript({ metrics }: Pick<RuleDefinition, 'metrics'>, alias: string | null): string {
  const index = alias === null ? -1 : metrics.findIndex((metric) => metric.alias === alias);
  return index < 0 ? 'conditions.script' : `metrics.${index}.transformer`;
}
