import { expect, it } from 'vitest';
import { customParameters } from '../dashboard.ts';
import { versionFields } from '../driver.ts';
import { issuesOf } from '../issues.ts';
import { twinFields } from '../twin.ts';

const issuesIn = (
  schema: { safeParse: (value: unknown) => { error?: Parameters<typeof issuesOf>[0] | undefined } },
  value: unknown,
) => {
  const { error } = schema.safeParse(value);
  return error ? issuesOf(error).map(({ path, code }) => [path, code]) : [];
};

it('names the second of two equal values, which must be unique', () => {
  const { keyValue, references, tags } = twinFields.shape;
  const property = (key: string) => ({ key, value: '1' });
  expect(issuesIn(keyValue, [property('a'), property('b'), property('A')])).toEqual([['2.key', 'taken']]);
  const reference = { name: 'serial', value: 'x' };
  expect(issuesIn(references, [reference, { ...reference, value: 'y' }])).toEqual([['1.name', 'taken']]);
  expect(issuesIn(tags, ['hall', 'Hall'])).toEqual([['', 'taken']]);
});

it('does so for variables of drivers and parameters of dashboards', () => {
  expect(issuesIn(versionFields.shape.variables, [{ name: 't' }, { name: 't' }])).toEqual([['1.name', 'taken']]);
  expect(issuesIn(customParameters, [{ name: 'p' }, { name: 'p' }])).toEqual([['', 'taken']]);
});
