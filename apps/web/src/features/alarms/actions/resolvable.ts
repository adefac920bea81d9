import type { AlarmRow } from '@stellwerk/contract/alarm';

/** Number of skipped alarms: already resolved, health alarms that end with their problem, or without permission. */
export interface LeftOut {
  resolved: number;
  health: number;
  forbidden: number;
}

type Candidate = Pick<AlarmRow, 'id' | 'status' | 'type' | 'abilities'>;

function reasonOf({ status, type, abilities }: Candidate): keyof LeftOut | undefined {
  if (status === 'resolved') return 'resolved';
  if (type === 'health') return 'health';
  return abilities.resolve ? undefined : 'forbidden';
}

/** The alarms that can be resolved by hand, and the reasons for the others. */
export function resolvable(alarms: readonly Candidate[]): { resolvableIds: number[]; leftOut: LeftOut } {
  const leftOut: LeftOut = { resolved: 0, health: 0, forbidden: 0 };
  const resolvableIds: number[] = [];
  for (const alarm of alarms) {
    const reason = reasonOf(alarm);
    if (reason) leftOut[reason] += 1;
    else resolvableIds.push(alarm.id);
  }
  return { resolvableIds, leftOut };
}
