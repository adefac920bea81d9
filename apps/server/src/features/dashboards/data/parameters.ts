import type { DashboardFields } from '@stellwerk/contract/dashboard';
import { maxParameterLength } from '@stellwerk/contract/widget';

const prefix = 'parameter_';

export const parametersOfQuery = (query: Readonly<Record<string, unknown>>): Map<string, string> =>
  new Map(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
    ),
  );

/** Values of the dashboard's parameters for a call. Unknown parameters are ignored; empty values are removed. */
export function resolveParameters(
  known: DashboardFields['customParameters'],
  given: ReadonlyMap<string, string>,
): Map<string, string> {
  const values = known.map(({ name, defaultValue }): [string, string] => [
    name,
    (given.get(name) ?? defaultValue).trim().slice(0, maxParameterLength),
  ]);
  return new Map(values.filter(([, value]) => value !== ''));
}
