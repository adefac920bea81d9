import type { AlarmRow } from '@stellwerk/contract/alarm';

/** How many of a selection stay as they are: over already, ending with the problem, or not ours to decide. */
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

/** Which of the alarms can be resolved by hand, and why the others can not. */
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
