import type { TargetVariable } from '@stellwerk/contract/driver';
import { statesFor } from '../states/device-states.ts';

interface OldState {
  id: number;
  key: string;
  unit: string;
  valueType: string;
  /** The variable of the old sensor. */
  variable: string;
}

type Variable = Pick<TargetVariable, 'name' | 'title' | 'unit' | 'valueType'>;

/** Tests in order of certainty; a variable is proposed for one state only. */
const tests: ((state: OldState, variable: Variable) => boolean)[] = [
  (state, { name }) => state.variable === name,
  (state, { name }) => state.variable.toLowerCase() === name.toLowerCase(),
  // The key that a state of this variable would get.
  (state, variable) => statesFor([variable], [])[0]?.key.toLowerCase() === state.key.toLowerCase(),
];

/** The variable of another sensor that fits each state best; none where nothing is certain. */
export function proposeVariables(states: readonly OldState[], variables: readonly Variable[]): Map<number, string> {
  const proposed = new Map<number, string>();
  const free = new Map(variables.map((variable) => [variable.name, variable]));
  const take = (state: OldState, { name }: Variable) => {
    proposed.set(state.id, name);
    free.delete(name);
  };
  for (const fits of tests) {
    for (const state of states) {
      if (proposed.has(state.id)) continue;
      const found = [...free.values()].find((variable) => fits(state, variable));
      if (found) take(state, found);
    }
  }
  // The last test needs a unit, and that neither side has a second candidate.
  const kindOf = ({ unit, valueType }: { unit: string; valueType: string }) => `${valueType} ${unit}`;
  const open = states.filter(({ id, unit }) => !proposed.has(id) && unit !== '');
  for (const state of open) {
    const candidates = [...free.values()].filter((variable) => kindOf(variable) === kindOf(state));
    const rivals = open.filter((other) => kindOf(other) === kindOf(state));
    const [only] = candidates;
    if (only && candidates.length === 1 && rivals.length === 1) take(state, only);
  }
  return proposed;
}
