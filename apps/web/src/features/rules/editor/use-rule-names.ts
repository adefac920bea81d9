import type { State } from '@stellwerk/contract/state';
import { useCallback, useMemo, useState } from 'react';
import type { NamedState, RuleNames } from '../texts/rule-names.ts';
import type { Editor } from './editor-context.ts';

export const namedStateOf = (state: State, dtwinTitle: string): NamedState => ({
  title: state.title,
  key: state.key,
  unit: state.unit,
  valueType: state.valueType,
  dtwinId: state.dtwinId,
  dtwinTitle,
});

interface NamesInput {
  /** Names from the server's response for the rule. */
  known: RuleNames;
  states: readonly State[];
  twin: { id: number; title: string };
}

/** Names from the rule, from the twin's own states, and from objects that were chosen since. */
export function useRuleNames({ known, states, twin }: NamesInput): Pick<Editor, 'names' | 'learn'> {
  const [chosen, setChosen] = useState(known);
  const learn = useCallback<Editor['learn']>(
    ({ state, twin: place, connector }) =>
      setChosen((before) => ({
        states: state ? new Map([...before.states, state]) : before.states,
        twins: place ? new Map([...before.twins, place]) : before.twins,
        connectors: connector ? new Map([...before.connectors, connector]) : before.connectors,
      })),
    [],
  );
  const names = useMemo(
    () => ({
      ...chosen,
      states: new Map([
        ...chosen.states,
        ...states.map((state) => [state.id, namedStateOf(state, twin.title)] as const),
      ]),
      twins: new Map([...chosen.twins, [twin.id, twin.title]]),
    }),
    [chosen, states, twin.id, twin.title],
  );
  return { names, learn };
}
