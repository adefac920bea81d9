import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { withReason } from './save-issues.ts';

const issue = (path: string) => ({ path, code: 'invalid', message: 'Invalid' });

it('puts the reason on the field that the server references', () => {
  const error = new ApiError(400, {
    code: 'RULE_SCRIPT_INVALID',
    message: 'No: x is not defined',
    issues: [issue('a')],
  });
  expect(withReason(error)).toMatchObject({ issues: [{ path: 'a', message: 'No: x is not defined' }] });
});

it('ignores errors with several fields, and errors that are not about a rule', () => {
  const several = new ApiError(400, { code: 'RULE_COMMAND_INVALID', message: 'No', issues: [issue('a'), issue('b')] });
  const other = new ApiError(400, { code: 'VALIDATION_ERROR', message: 'No', issues: [issue('a')] });
  expect(withReason(several)).toBe(several);
  expect(withReason(other)).toBe(other);
});
