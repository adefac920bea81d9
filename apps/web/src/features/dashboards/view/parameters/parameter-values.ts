import type { Dashboard } from '@stellwerk/contract/dashboard';
import { maxParameterLength } from '@stellwerk/contract/widget';
import type { Lookup } from '@stellwerk/plugin/placeholder';

export type Parameters = Dashboard['customParameters'];

export const addressName = (name: string) => `parameter_${name}`;

/** The address can hold anything; numbers in it are read as such by the router. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, maxParameterLength)
    : undefined;

/** What the parameters are worth: in the address, else by default. */
export const parameterValues = (parameters: Parameters, search: Readonly<Record<string, unknown>>) =>
  new Map(
    parameters.map(({ name, defaultValue }): [string, string] => [
      name,
      textOf(Object.hasOwn(search, addressName(name)) ? search[addressName(name)] : undefined) ?? defaultValue,
    ]),
  );

/** The router puts quotes around texts that look like numbers; a number reads better and comes back as the same text. */
const addressValue = (value: string): string | number => (String(Number(value)) === value ? Number(value) : value);

/** Only what differs from the default stands in the address. */
export function parameterSearch(
  parameters: Parameters,
  values: ReadonlyMap<string, string>,
): Record<string, string | number | undefined> {
  return Object.fromEntries(
    parameters.map(({ name, defaultValue }) => {
      const value = values.get(name) ?? defaultValue;
      return [addressName(name), value === defaultValue ? undefined : addressValue(value)];
    }),
  );
}

/** `{{param.<name>}}` in titles; everything else stays empty. */
export const parameterLookup =
  (values: ReadonlyMap<string, string>): Lookup =>
  (name) =>
    name.startsWith('param.') ? values.get(name.slice('param.'.length)) : undefined;
