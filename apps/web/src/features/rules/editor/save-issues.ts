import { ApiError, isApiError } from '../../../lib/api.ts';

/** If the server references a single field, the whole message appears there, such as the error of a script. */
export function withReason(error: unknown): unknown {
  if (!isApiError(error) || !error.code.startsWith('RULE_')) return error;
  const { status, code, message, params, issues = [] } = error;
  const [issue, ...others] = issues;
  if (!issue || others.length > 0) return error;
  return new ApiError(status, { code, message, params, issues: [{ ...issue, message }] });
}
