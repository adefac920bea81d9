import { ApiError, isApiError } from '../../lib/api.ts';

/** Complaints of the catalogue that are about one field of a form stand on it. Maps codes to names of fields. */
export function onField(fields: Record<string, string>): (error: unknown) => never {
  return (error) => {
    const path = isApiError(error) ? fields[error.code] : undefined;
    if (!isApiError(error) || path === undefined) throw error;
    const { status, code, message, params } = error;
    throw new ApiError(status, { code, message, params, issues: [{ path, code, message }] }, error);
  };
}
