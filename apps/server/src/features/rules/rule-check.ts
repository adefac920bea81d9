import { nodesOf, type RuleDefinition } from '@stellwerk/contract/rule';
import { fail } from '../../platform/errors/app-error.ts';

type Judged = Pick<RuleDefinition, 'metrics' | 'conditions'>;

const invalidAt = (path: string) => ({ issues: [{ path, code: 'invalid' as const, params: {} }] });

/** Names must be unique, and conditions may use no others. */
export function checkAliases({ metrics, conditions }: Judged): void {
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

/** Something must set the rule off, and it must do something then. */
export function checkPurpose(definition: RuleDefinition): void {
  const { metrics, timeTriggers, geofenceTriggers, onlyTimeTriggers, commands, alarm, aggregateTrigger } = definition;
  const byValues = metrics.length > 0 && !onlyTimeTriggers;
  if (!byValues && timeTriggers.length === 0 && geofenceTriggers.length === 0) fail('RULE_NEVER_TRIGGERED');
  if (commands.length === 0 && alarm === null && aggregateTrigger.length === 0) fail('RULE_NOTHING_TO_DO');
}

/** Where in the definition a script stands. */
export function pathOfScript({ metrics }: Pick<RuleDefinition, 'metrics'>, alias: string | null): string {
  const index = alias === null ? -1 : metrics.findIndex((metric) => metric.alias === alias);
  return index < 0 ? 'conditions.script' : `metrics.${index}.transformer`;
}
