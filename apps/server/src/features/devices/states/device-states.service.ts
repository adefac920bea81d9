import { maxStatesPerTwin } from '@stellwerk/contract/state';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { insertStates, lockStatesOf, readTwinStates, removeStates, type StateWithValue } from '../../states/index.ts';
import { rawKey, rawState, statesFor, type VariableOfState } from './device-states.ts';

/** The variable of the device's own packets that feeds a state; undefined for all other states. */
export const variableOf = ({ key, config }: Pick<StateWithValue, 'key' | 'config'>): string | undefined =>
  config.source === 'connector' && config.identifier === '' && key !== rawKey ? config.variable : undefined;

/** Adds the missing states, including `_raw`, and returns the keys of the new ones. */
export async function addMissingStates(
  db: Db,
  twinId: number,
  variables: readonly VariableOfState[],
): Promise<string[]> {
  await lockStatesOf(db, twinId);
  const present = await readTwinStates(db, twinId);
  const served = new Set(present.map(variableOf));
  const keys = present.map(({ key }) => key);
  const missing = variables.filter(({ name }) => !served.has(name));
  const added = [...(keys.includes(rawKey) ? [] : [rawState()]), ...statesFor(missing, keys)];
  if (present.length + added.length > maxStatesPerTwin) fail('DTWINSTATE_TOO_MANY', { limit: maxStatesPerTwin });
  const first = Math.max(-1, ...present.map(({ position }) => position)) + 1;
  await insertStates(
    db,
    added.map((state, index) => ({ ...state, twinId, source: state.config.source, position: first + index })),
  );
  return added.map(({ key }) => key);
}

/** Removes the states of variables that a new driver does not return: they would never receive a value again. */
export async function removeUnknownStates(db: Db, twinId: number, known: readonly VariableOfState[]): Promise<void> {
  await lockStatesOf(db, twinId);
  const names = new Set(known.map(({ name }) => name));
  const unknown = (await readTwinStates(db, twinId)).filter((state) => {
    const variable = variableOf(state);
    return variable !== undefined && !names.has(variable);
  });
  await removeStates(
    db,
    twinId,
    unknown.map(({ id }) => id),
  );
}
