import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { previewReplacement } from '@stellwerk/contract/device-replacement';

export type Preview = RouteAnswer<typeof previewReplacement>['data'];

/** The chosen variable of a state; null for none. States that nobody touched have the proposed one. */
export type Choices = Readonly<Record<number, string | null>>;

export const variableFor = ({ id, proposed }: Preview['states'][number], choices: Choices): string | null =>
  choices[id] === undefined ? proposed : choices[id];

export const mappingOf = ({ states }: Preview, choices: Choices) =>
  states.map((state) => ({ stateId: state.id, variable: variableFor(state, choices) }));

/** Variables that would get a new state. */
export function newVariables({ states, variables }: Preview, choices: Choices): string[] {
  const taken = new Set(states.map((state) => variableFor(state, choices)));
  return variables.flatMap(({ name }) => (taken.has(name) ? [] : [name]));
}

/** Variables that more than one state would get. */
export function doubled({ states }: Preview, choices: Choices): Set<string> {
  const chosen = states.flatMap((state) => variableFor(state, choices) ?? []);
  return new Set(chosen.filter((name, index) => chosen.indexOf(name) !== index));
}
