import type { TargetVariable } from '@stellwerk/contract/driver';
import { type NewState, newState } from '@stellwerk/contract/state';

/** The state of every device that contains its newest packet. */
export const rawKey = '_raw';

const longestKey = 64;

/** A key from the name of a variable: dots and other characters that a key can't contain become underscores. */
function keyOf(variable: string): string {
  const key = variable.replace(/[^A-Za-z0-9_]/g, '_').replace(/^_+/, '');
  return key.slice(0, longestKey) || 'value';
}

/** The key itself, or with the first free number appended. Keys are compared without case. */
function freeKey(key: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `_${count}`;
    const candidate = key.slice(0, longestKey - suffix.length) + suffix;
    if (taken.has(candidate.toLowerCase())) continue;
    taken.add(candidate.toLowerCase());
    return candidate;
  }
}

/** Names of variables that set the position of the device. */
const geoNames = new Map<string, 'latitude' | 'longitude'>([
  ['lat', 'latitude'],
  ['latitude', 'latitude'],
  ['lon', 'longitude'],
  ['lng', 'longitude'],
  ['longitude', 'longitude'],
]);

const geoLinkOf = ({ name, valueType }: Pick<TargetVariable, 'name' | 'valueType'>) =>
  valueType === 'number' ? (geoNames.get(name.split('.').at(-1)?.toLowerCase() ?? '') ?? null) : null;

export type VariableOfState = Pick<TargetVariable, 'name' | 'title' | 'valueType' | 'unit'>;

/** One state for each variable. `takenKeys` are the keys of the device's existing states. */
export function statesFor(variables: readonly VariableOfState[], takenKeys: Iterable<string>): NewState[] {
  const taken = new Set([...takenKeys, rawKey].map((key) => key.toLowerCase()));
  return variables.map((variable) => {
    const key = freeKey(keyOf(variable.name), taken);
    return newState.parse({
      key,
      title: variable.title.trim() || variable.name.trim() || key,
      valueType: variable.valueType,
      unit: variable.unit,
      geoLink: geoLinkOf(variable),
      config: { source: 'connector', identifier: '', variable: variable.name },
    });
  });
}

/** The key starts with an underscore, which users can't enter. */
export const rawState = (): NewState => ({
  ...newState.parse({
    key: 'raw',
    title: 'Raw',
    valueType: 'json',
    layout: 'hidden',
    config: { source: 'connector', identifier: '', variable: '' },
  }),
  key: rawKey,
});
