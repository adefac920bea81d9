import type { AlarmSubject } from '../../alarms/index.ts';

/** Identifies the alarms of rules. */
export const ruleAlarms = { origin: 'rule', identifier: 'rule' };

/** The one alarm that a rule can have open. */
export const alarmOf = (ruleId: number): AlarmSubject => ({ ...ruleAlarms, originId: ruleId });
