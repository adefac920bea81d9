import { type Status, statuses } from '@stellwerk/contract/twin';

/** A new status of a state, and the previous one if known. */
export interface HeardStatus {
  before: Status | undefined;
  now: Status;
}

const rank = (status: Status) => statuses.indexOf(status);

export const worstOf = (all: readonly Status[]): Status =>
  all.reduce<Status>((worst, status) => (rank(status) > rank(worst) ? status : worst), 'unknown');

/**
 * The status of a twin is the worst of its states, but only some states are known here. A worse status is shown at
 * once; only the server knows whether the status has improved. States without limits have no effect.
 */
export function twinStatusAfter(known: Status, heard: readonly HeardStatus[]): Status | 'unsure' {
  const worst = worstOf(heard.map(({ now }) => now));
  if (rank(worst) >= rank(known)) return worst;
  const mayHaveBeenWorst = ({ before, now }: HeardStatus) =>
    now !== 'unknown' && (before === undefined || before === known);
  return heard.some(mayHaveBeenWorst) ? 'unsure' : known;
}
