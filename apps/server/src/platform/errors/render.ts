import type { ErrorBody } from '@stellwerk/contract/core/envelope';
import { type ErrorCode, isErrorCode } from '@stellwerk/contract/errors';
import type { Issue } from '@stellwerk/contract/issues';
import errorsDe from '@stellwerk/contract/locales/errors.de.json' with { type: 'json' };
import errorsEn from '@stellwerk/contract/locales/errors.en.json' with { type: 'json' };
import issuesDe from '@stellwerk/contract/locales/issues.de.json' with { type: 'json' };
import issuesEn from '@stellwerk/contract/locales/issues.en.json' with { type: 'json' };
import { fillText, type Language } from '@stellwerk/contract/text';

const errorTexts: Record<Language, Record<ErrorCode, string>> = { de: errorsDe, en: errorsEn };
const issueTexts: Record<Language, Record<Issue['code'], string>> = { de: issuesDe, en: issuesEn };

/** The text of a code. If another code is in `params`, its text is the reason, with the same parameters. */
export function textOfError(code: ErrorCode, params: Record<string, string | number>, language: Language): string {
  const inner = params.code;
  const isNested = typeof inner === 'string' && inner !== code && isErrorCode(inner);
  const reason = isNested ? fillText(errorTexts[language][inner], params) : params.reason;
  return fillText(errorTexts[language][code], reason === undefined ? params : { ...params, reason });
}

interface Failure {
  code: ErrorCode;
  params: Record<string, string | number>;
  issues: Issue[];
}

/** Further errors are only in `issues`. */
const maxJoined = 10;

/** The text of these codes says nothing by itself. */
const joinedCodes: readonly ErrorCode[] = ['VALIDATION_ERROR', 'PARAMETER_VALIDATION_ERROR'];

/** For clients that show only the message, it names the invalid fields. */
function joined(text: string, issues: ErrorBody['issues']): string {
  if (issues.length === 0) return text;
  const shown = issues.slice(0, maxJoined).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return `${text.replace(/\.$/, '')}: ${shown.join('; ')}${issues.length > maxJoined ? '; …' : ''}`;
}

export function renderError(failure: Failure, language: Language, requestId: string): ErrorBody {
  const issues = failure.issues.map((issue) => ({
    path: issue.path,
    code: issue.code,
    message: fillText(issueTexts[language][issue.code], issue.params),
  }));
  const text = fillText(errorTexts[language][failure.code], failure.params);
  return {
    code: failure.code,
    message: joinedCodes.includes(failure.code) ? joined(text, issues) : text,
    params: failure.params,
    issues,
    requestId,
    // Clients of the classic API expect this field.
    ...(failure.code === 'API_LIMIT_REACHED' ? { type: failure.code } : {}),
  };
}
