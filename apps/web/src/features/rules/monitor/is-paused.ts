import type { RuleRow } from '@stellwerk/contract/rule-calls';

/** Set aside at the moment; a time that is over says only that it was. */
export const isPaused = ({ status: { pausedUntil } }: Pick<RuleRow, 'status'>, nowMs = Date.now()): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > nowMs;
