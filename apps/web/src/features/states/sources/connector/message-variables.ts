import type { StateValue } from '../../values/value-view.ts';

const mostVariables = 200;

/** The values that a state could take from a message, by the path of the variable; the empty path is the whole message. */
export function variablesOf(payload: StateValue): ReadonlyMap<string, StateValue> {
  const found = new Map([['', payload]]);
  function add(value: StateValue, path: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (found.size > mostVariables) return;
      const innerPath = path === '' ? name : `${path}.${name}`;
      // A field whose name contains the dots takes precedence, as on the server; outer fields are added first.
      if (!found.has(innerPath)) found.set(innerPath, inner);
      add(inner, innerPath);
    }
  }
  add(payload, '');
  return found;
}
