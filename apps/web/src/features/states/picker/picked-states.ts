import type { PickedState } from './picker.queries.ts';

/** Each state once, in the order in which they were chosen, up to a limit. */
export function joinPickedStates(
  chosen: readonly PickedState[],
  more: readonly PickedState[],
  { max, without }: { max: number; without: readonly number[] },
): PickedState[] {
  const known = new Set([...chosen.map(({ stateId }) => stateId), ...without]);
  const fresh = more.filter(({ stateId }) => {
    if (known.has(stateId)) return false;
    known.add(stateId);
    return true;
  });
  return [...chosen, ...fresh].slice(0, max);
}

/** The keys that stand in a list, those that stand there most often first. */
export function keysByFrequency(states: readonly PickedState[]): string[] {
  const counts = new Map<string, number>();
  for (const { key } of states) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].toSorted(([, left], [, right]) => right - left).map(([key]) => key);
}
