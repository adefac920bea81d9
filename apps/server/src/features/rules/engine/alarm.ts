import type { AlarmSubject } from '../../alarms/index.ts';

/** The one alarm that a rule can have open. */
export const alarmOf = (ruleId: number): AlarmSubject => ({ origin: 'rule', originId: ruleId, identifier: 'rule' });
