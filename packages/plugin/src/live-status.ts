import { type Status, statuses } from '@stellwerk/contract/twin';

/** The status of a state that has just been heard of, and the one before where that is known. */
export interface HeardStatus {
  before: Status | undefined;
  now: Status;
}

const rank = (status: Status) => statuses.indexOf(status);

export const worstOf = (all: readonly Status[]): Status =>
  all.reduce<Status>((worst, status) => (rank(status) > rank(worst) ? status : worst), 'unknown');

/**
 * The status of a twin is the worst of its states', of which only some are known here: a worse one shows at once; whether
 * it has become better only the server knows. States without limits say nothing.
 */
export function twinStatusAfter(known: Status, heard: readonly HeardStatus[]): Status | 'unsure' {
  const worst = worstOf(heard.map(({ now }) => now));
  if (rank(worst) >= rank(known)) return worst;
  const mayHaveBeenWorst = ({ before, now }: HeardStatus) =>
    now !== 'unknown' && (before === undefined || before === known);
  return heard.some(mayHaveBeenWorst) ? 'unsure' : known;
}
