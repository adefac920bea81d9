import { isDeepStrictEqual } from 'node:util';
import { type RuleFields, ruleLimits } from '@stellwerk/contract/rule';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { rulesRemoved } from './engine/saved.ts';
import * as store from './rule.store.ts';
import type { RuleChecks } from './rule-check.service.ts';
import { checkAliases, checkPurpose } from './rule-check.ts';
import type { SettleRule } from './rule-settle.service.ts';

interface PlacementDeps {
  check: Pick<RuleChecks, 'saved' | 'copied'>;
  settle: SettleRule;
  clock: Clock;
}

export interface Placement {
  twinId: number;
  /** The rule to change; absent or deleted: a new one is added. */
  ruleId?: number | undefined;
  fields: RuleFields;
}

/** Puts rules on twins for other features, in the transaction and with the permissions of the caller. */
export function createRulePlacements({ check, settle, clock }: PlacementDeps) {
  return {
    /** Fails if a rule could never run on any twin. Its metrics need no states for this. */
    validate(fields: RuleFields): void {
      checkAliases(fields);
      checkPurpose(fields);
    },

    /** Returns the id of the rule. `isChecked`: the scripts were compiled before, for another twin. */
    async put(db: Db, actor: Actor, { twinId, ruleId, fields }: Placement, isChecked: boolean): Promise<number> {
      const before = ruleId === undefined ? undefined : await store.lockRule(db, ruleId);
      if (before && isDeepStrictEqual(store.fieldsOf(before), fields)) return before.id;
      const twin = (await store.findTwinOfRule(db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      await check[isChecked ? 'copied' : 'saved']({ db, actor }, twin, fields);
      const now = clock.now();
      const author = { userId: actor.userId, now };
      if (before) {
        await store.changeRule(db, before, fields, author);
      } else {
        await store.lockRulesOf(db, twinId);
        if ((await store.countRules(db, twinId)) >= ruleLimits.rules) {
          fail('RULE_TOO_MANY', { limit: ruleLimits.rules });
        }
      }
      const id = before?.id ?? (await store.insertRule(db, twinId, fields, author));
      await settle(db, { twinId, ruleId: id, fields, now });
      return id;
    },

    /** Their open alarms are resolved. */
    async remove(db: Db, ruleIds: readonly number[]): Promise<void> {
      if (ruleIds.length === 0) return;
      await rulesRemoved(db, ruleIds, clock.now());
      for (const id of ruleIds) await store.deleteRule(db, id);
    },

    async fields(db: Db, twinId: number): Promise<{ id: number; fields: RuleFields }[]> {
      const rules = await store.findTwinRules(db, twinId);
      return rules.map((rule) => ({ id: rule.id, fields: store.fieldsOf(rule) }));
    },
  };
}
export type RulePlacements = ReturnType<typeof createRulePlacements>;
