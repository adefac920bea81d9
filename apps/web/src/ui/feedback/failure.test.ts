import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

describe('failureOf', () => {
  it('reads code, message, request id and issues of an API error', () => {
    const error = Object.assign(new Error('Title taken'), {
      code: 'CONFLICT',
      requestId: 'req-1',
      issues: [{ path: 'title', code: 'invalid', message: 'Taken' }],
    });
    expect(failureOf(error)).toEqual({
      message: 'Title taken',
      code: 'CONFLICT',
      requestId: 'req-1',
      isMissing: false,
      issues: [{ path: 'title', message: 'Taken' }],
    });
  });

  it('shows no program text of an unexpected error', () => {
    expect(failureOf(new TypeError('x is not a function'))).toMatchObject({ message: undefined, code: undefined });
  });

  it.each([undefined, null, 'text', 7])('survives %s', (error) => {
    expect(failureOf(error)).toEqual({
      message: undefined,
      code: undefined,
      requestId: undefined,
      isMissing: false,
      issues: [],
    });
  });

  it('knows that an object is missing', () => {
    expect(failureOf({ code: 'X', message: 'm', status: 404 }).isMissing).toBe(true);
    expect(failureOf({ code: 'X', message: 'm', status: 403 }).isMissing).toBe(false);
  });

  it('drops malformed issues', () => {
    expect(
      failureOf({ code: 'X', message: 'm', issues: [null, {}, { path: 'a' }, { path: 'b', message: 'B' }] }).issues,
    ).toEqual([{ path: 'b', message: 'B' }]);
  });
});
