import { expect, it } from 'vitest';
import { parseTestValue } from './parse-test-value.ts';

it.each([
  ['', undefined],
  ['21,5', 21.5],
  ['true', true],
  ['null', null],
  ['[1,2]', [1, 2]],
  ['open', 'open'],
])('%s is read as %j', (text, value) => expect(parseTestValue(text, 'de-DE')).toEqual(value));
