import type { z } from 'zod';
import { withoutSeparators } from './text.ts';

export type IssueCode =
  | 'required'
  | 'type'
  | 'too_small'
  | 'too_short'
  | 'too_big'
  | 'too_long'
  | 'email'
  | 'format'
  | 'separators'
  | 'option'
  | 'unknown_key'
  | 'invalid'
  | 'line'
  | 'https'
  | 'taken'
  | 'password_case'
  | 'password_digits'
  | 'password_special'
  | 'password_same'
  | 'password_wrong';

export interface Issue {
  path: string;
  code: IssueCode;
  params: Record<string, unknown>;
}

type ZodIssue = z.core.$ZodIssue;

function codeOf(issue: ZodIssue): IssueCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type';
    case 'too_small':
      if (issue.origin !== 'string') return 'too_small';
      return issue.minimum === 1 ? 'required' : 'too_short';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'invalid_format':
      if ('pattern' in issue && issue.pattern === String(withoutSeparators)) return 'separators';
      return issue.format === 'email' ? 'email' : 'format';
    case 'invalid_value':
      return 'option';
    case 'unrecognized_keys':
      return 'unknown_key';
    case 'custom':
      return issue.params?.code === 'taken' ? 'taken' : 'invalid';
    default:
      return 'invalid';
  }
}

/** Zod issues in our own translatable format; server responses and web forms share it. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue) => {
    const params = {
      ...('minimum' in issue ? { minimum: Number(issue.minimum) } : {}),
      ...('maximum' in issue ? { maximum: Number(issue.maximum) } : {}),
    };
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => ({ path: path.map(String).join('.'), code: codeOf(issue), params }));
  });
}
