import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { readableTwins, ruleScopes } from './guard.store.ts';

/** A rule lies in the scope of its twin. */
const ruleGuard: ScopedGuard = {
  noun: 'rule',
  notFound: 'RULE_NOT_FOUND',
  seenWith: 'DigitalTwin.read',
  scopesOf: ruleScopes,
};

const zoneGuard: SeenGuard = { noun: 'zone', notFound: 'DTWIN_NOT_FOUND', seenBy: readableTwins };

export const ruleGuards = [ruleGuard, zoneGuard];
