import { errorBody } from '@stellwerk/contract/core/envelope';
import { describe, expect, it } from 'vitest';
import { isErrorBody } from './error-body.ts';

const issue = { path: 'title', code: 'too_small', message: 'Too short' };
const body = { code: 'X', message: 'No', params: { a: 'b', c: 1, d: true }, issues: [issue], requestId: 'r1' };

const cases: [string, unknown, boolean][] = [
  ['a whole body', body, true],
  ['one without parameters and issues', { ...body, params: {}, issues: [] }, true],
  ['one with the classic type', { ...body, type: 'X' }, true],
  ['one with a type that is no text', { ...body, type: 1 }, false],
  ['nothing', undefined, false],
  ['null', null, false],
  ['a list', [body], false],
  ['a text', 'Bad gateway', false],
  ['one without a code', { ...body, code: undefined }, false],
  ['one without a request', { ...body, requestId: undefined }, false],
  ['a message that is no text', { ...body, message: 7 }, false],
  ['no parameters', { ...body, params: undefined }, false],
  ['parameters in a list', { ...body, params: [] }, false],
  ['a parameter that is an object', { ...body, params: { a: {} } }, false],
  ['issues that are no list', { ...body, issues: {} }, false],
  ['an issue without its path', { ...body, issues: [{ ...issue, path: undefined }] }, false],
  ['an issue that is null', { ...body, issues: [null] }, false],
];

describe('an error response of the server', () => {
  it.each(cases)('%s, as in the contract', (_name, value, expected) => {
    expect(isErrorBody(value)).toBe(expected);
    expect(errorBody.safeParse(value).success).toBe(expected);
  });
});
