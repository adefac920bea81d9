import type { Rule } from '@stellwerk/contract/rule-calls';
import type { ValueType } from '@stellwerk/contract/state';

/** Facts about a state that a rule uses. */
export interface NamedState {
  title: string;
  key: string;
  unit: string;
  /** Null if unknown. */
  valueType: ValueType | null;
  dtwinId: number | null;
  dtwinTitle: string;
}

/** Names for the ids in a rule; a missing object is deleted or hidden. */
export interface RuleNames {
  states: ReadonlyMap<number, NamedState>;
  twins: ReadonlyMap<number, string>;
  connectors: ReadonlyMap<number, string>;
}

export function namesOf({ states, twins, connectors }: Pick<Rule, 'states' | 'twins' | 'connectors'>): RuleNames {
  return {
    states: new Map(
      states.flatMap(({ stateId, key, title, unit, valueType, dtwinId, dtwinTitle }) =>
        key === null || title === null
          ? []
          : [[stateId, { title, key, unit: unit ?? '', valueType, dtwinId, dtwinTitle: dtwinTitle ?? '' }]],
      ),
    ),
    twins: new Map(twins.flatMap(({ id, title }) => (title === null ? [] : [[id, title]]))),
    connectors: new Map(connectors.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
  };
}
