import type { State, ValueChanges } from '@stellwerk/contract/state';

type Current = Pick<State, 'id' | 'value' | 'timestamp' | 'receivedAt' | 'origin' | 'status'>;

/** A message may be overtaken by an answer that was read later: what is older than the known value says nothing. */
const isOlder = (change: ValueChanges[number], known: Current) =>
  change.timestamp !== null && known.timestamp !== null && Date.parse(change.timestamp) < Date.parse(known.timestamp);

export function applyValueChanges<T extends Current>(states: readonly T[], changes: ValueChanges): T[] {
  const byId = new Map(changes.map((change) => [change.stateId, change]));
  return states.map((state) => {
    const change = byId.get(state.id);
    if (!change || isOlder(change, state)) return state;
    const { value, timestamp, receivedAt, origin, status } = change;
    return { ...state, value, timestamp, receivedAt, origin, status };
  });
}

/** A state that is new here, or one whose problem may be solved: the message does not tell all about it. */
export function needsRefetch(states: readonly Pick<State, 'id' | 'problem'>[], changes: ValueChanges): boolean {
  const known = new Map(states.map((state) => [state.id, state]));
  return changes.some(({ stateId }) => known.get(stateId)?.problem !== null);
}
