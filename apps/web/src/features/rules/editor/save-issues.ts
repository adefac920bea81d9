import { ApiError, isApiError } from '../../../lib/api.ts';

/** Where the server names one field, the whole reason stands on it, such as what is wrong with a script. */
export function withReason(error: unknown): unknown {
  if (!isApiError(error) || !error.code.startsWith('RULE_')) return error;
  const { status, code, message, params, issues = [] } = error;
  const [issue, ...others] = issues;
  if (!issue || others.length > 0) return error;
  return new ApiError(status, { code, message, params, issues: [{ ...issue, message }] });
}
