import { ApiError, isApiError } from '../../lib/api.ts';

/** Assigns error codes of the catalogue to fields of a form. Maps codes to field names. */
export function errorOnField(fields: Record<string, string>): (error: unknown) => never {
  return (error) => {
    const path = isApiError(error) ? fields[error.code] : undefined;
    if (!isApiError(error) || path === undefined) throw error;
    const { status, code, message, params } = error;
    throw new ApiError(status, { code, message, params, issues: [{ path, code, message }] }, error);
  };
}
