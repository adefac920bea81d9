import { noPhase, type Phase } from '../evaluate/index.ts';
import type { ReadyRule } from './rule-cache.ts';
import type { RuleMemory } from './status.store.ts';

/** What the conditions of this revision remember. */
export function phaseOf({ phase }: Pick<RuleMemory, 'phase'>, { revision }: Pick<ReadyRule, 'revision'>): Phase {
  if (phase?.revision !== revision) return noPhase;
  const { held, sinceMs, isOn } = phase;
  return { held, sinceMs, isOn };
}
