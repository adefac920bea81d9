import { expect, it } from 'vitest';
import { group } from './device.ts';
import { issuesOf } from './issues.ts';
import issuesEn from './locales/issues.en.json' with { type: 'json' };
import { tag } from './twin.ts';

it.each([
  ['tag', tag],
  ['group', group],
])('says that a %s must not contain commas and semicolons', (_name, schema) => {
  for (const text of ['a,b', 'a;b']) {
    const { error } = schema.safeParse(text, { reportInput: true });
    expect(error && issuesOf(error)).toEqual([{ path: '', code: 'separators', params: {} }]);
  }
  expect(issuesEn.separators).toBe('Commas and semi-columns are not allowed');
});
