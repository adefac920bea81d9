import type { RuleFields } from '@stellwerk/contract/rule';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { ruleSaved } from './engine/saved.ts';
import type { RuleCommandsPort } from './ports.ts';
import { findStatesByKey, replaceRuleStates } from './rule-edge.store.ts';

export interface SavedRule {
  twinId: number;
  ruleId: number;
  fields: RuleFields;
  now: Date;
}

export type SettleRule = (db: Db, saved: SavedRule) => Promise<void>;

/** Updates everything that depends on the fields of a rule. */
export const createSettleRule =
  (commands: Pick<RuleCommandsPort, 'statesOf'>): SettleRule =>
  async (db, { twinId, ruleId, fields, now }) => {
    const places = fields.commands.flatMap((command) => commands.statesOf(command, twinId));
    const edges = {
      metric: [...new Set(fields.metrics.map(({ stateId }) => stateId))],
      aggregate: [...new Set(fields.aggregateTrigger)],
      command: await findStatesByKey(db, places),
    };
    await replaceRuleStates(db, ruleId, edges).catch((error: unknown) => {
      // A state was deleted since it was checked.
      if (violates(error, 'rule_states_state_id_states_id_fk')) fail('DTWIN_STATE_NOT_FOUND');
      throw error;
    });
    await ruleSaved(db, { ruleId, now });
  };
