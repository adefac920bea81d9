import type { RuleRow } from '@stellwerk/contract/rule-calls';

/** True while the rule is paused; `pausedUntil` may be in the past. */
export const isPaused = ({ status: { pausedUntil } }: Pick<RuleRow, 'status'>, nowMs = Date.now()): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > nowMs;
