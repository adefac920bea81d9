export interface FailureIssue {
  path: string;
  message: string;
}

/** The parts of an error that the kit shows. */
export interface Failure {
  message: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
  /** The object does not exist, or the user may not see it. */
  isMissing: boolean;
  issues: FailureIssue[];
}

const textAt = (value: object, key: string): string | undefined => {
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

function issuesAt(value: object): FailureIssue[] {
  const found: unknown = Reflect.get(value, 'issues');
  if (!Array.isArray(found)) return [];
  return found.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null) return [];
    const path = textAt(issue, 'path');
    const message = textAt(issue, 'message');
    return path !== undefined && message !== undefined ? [{ path, message }] : [];
  });
}

/**
 * Reads an error response of the API wherever it was thrown. An error without a code is a bug: its English text does
 * not help the reader and is omitted.
 */
export function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) {
    return { message: undefined, code: undefined, requestId: undefined, isMissing: false, issues: [] };
  }
  const code = textAt(error, 'code');
  return {
    message: code === undefined ? undefined : textAt(error, 'message'),
    code,
    requestId: textAt(error, 'requestId'),
    isMissing: Reflect.get(error, 'status') === 404,
    issues: issuesAt(error),
  };
}
