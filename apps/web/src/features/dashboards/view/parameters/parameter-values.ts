import type { Dashboard } from '@stellwerk/contract/dashboard';
import { maxParameterLength } from '@stellwerk/contract/widget';
import type { Lookup } from '@stellwerk/plugin/placeholder';

export type Parameters = Dashboard['customParameters'];

export const addressName = (name: string) => `parameter_${name}`;

/** The address may contain any text; the router parses numbers in it. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, maxParameterLength)
    : undefined;

/** The values of the parameters: from the address, otherwise the defaults. */
export const parameterValues = (parameters: Parameters, search: Readonly<Record<string, unknown>>) =>
  new Map(
    parameters.map(({ name, defaultValue }): [string, string] => [
      name,
      textOf(Object.hasOwn(search, addressName(name)) ? search[addressName(name)] : undefined) ?? defaultValue,
    ]),
  );

/** The router quotes texts that look like numbers; a number is more readable and is read as the same text. */
const addressValue = (value: string): string | number => (String(Number(value)) === value ? Number(value) : value);

/** The address contains only values that differ from the default. */
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

/** Fills `{{param.<name>}}` in titles; other placeholders stay empty. */
export const parameterLookup =
  (values: ReadonlyMap<string, string>): Lookup =>
  (name) =>
    name.startsWith('param.') ? values.get(name.slice('param.'.length)) : undefined;
