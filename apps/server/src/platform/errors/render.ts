import type { ErrorBody } from '@stellwerk/contract/core/envelope';
import type { ErrorCode } from '@stellwerk/contract/errors';
import type { Issue } from '@stellwerk/contract/issues';
import errorsDe from '@stellwerk/contract/locales/errors.de.json' with { type: 'json' };
import errorsEn from '@stellwerk/contract/locales/errors.en.json' with { type: 'json' };
import issuesDe from '@stellwerk/contract/locales/issues.de.json' with { type: 'json' };
import issuesEn from '@stellwerk/contract/locales/issues.en.json' with { type: 'json' };
import { fillText, type Language } from '@stellwerk/contract/text';

const errorTexts: Record<Language, Record<ErrorCode, string>> = { de: errorsDe, en: errorsEn };
const issueTexts: Record<Language, Record<Issue['code'], string>> = { de: issuesDe, en: issuesEn };

interface Failure {
  code: ErrorCode;
  params: Record<string, string | number>;
  issues: Issue[];
}

export function renderError(failure: Failure, language: Language, requestId: string): ErrorBody {
  return {
    code: failure.code,
    message: fillText(errorTexts[language][failure.code], failure.params),
    params: failure.params,
    issues: failure.issues.map((issue) => ({
      path: issue.path,
      code: issue.code,
      message: fillText(issueTexts[language][issue.code], issue.params),
    })),
    requestId,
    // Clients of the classic API expect this field.
    ...(failure.code === 'API_LIMIT_REACHED' ? { type: failure.code } : {}),
  };
}
