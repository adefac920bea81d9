import { type Issue, issuesOf } from '@stellwerk/contract/issues';
import type { z } from 'zod';
import type { FailureIssue } from '../feedback/failure.ts';

export interface FieldError {
  type: string;
  message: string;
}

export type Translate = (issue: Issue) => string;

/** The first error of each field; more than one at a time confuses. */
export function fieldErrors(issues: readonly Issue[], translate: Translate): Record<string, FieldError> {
  const errors: Record<string, FieldError> = Object.create(null);
  for (const issue of issues) {
    errors[issue.path] ??= { type: issue.code, message: translate(issue) };
  }
  return errors;
}

/** `reportInput` makes the schema distinguish a missing value from one of the wrong type. */
export async function checkValues<T>(schema: z.ZodType<T>, values: unknown, translate: Translate) {
  const result = await schema.safeParseAsync(values, { reportInput: true });
  if (result.success) return { values: result.data, errors: undefined };
  return { values: undefined, errors: fieldErrors(issuesOf(result.error), translate) };
}

export interface PlacedIssues {
  fields: { name: string; message: string }[];
  /** Errors about values that the form does not show; they must not vanish. */
  rest: FailureIssue[];
}

/**
 * Assigns the server's errors to fields. A path inside a field (the third tag of `tags`) belongs to that field; some
 * responses prefix the part of the request (`body.title`).
 */
export function placeIssues(issues: readonly FailureIssue[], fieldNames: Iterable<string>): PlacedIssues {
  const names = [...fieldNames].sort((left, right) => right.length - left.length);
  const fieldOf = (path: string) => names.find((name) => path === name || path.startsWith(`${name}.`));
  const placed: PlacedIssues = { fields: [], rest: [] };
  for (const issue of issues) {
    const name = fieldOf(issue.path) ?? (issue.path.startsWith('body.') ? fieldOf(issue.path.slice(5)) : undefined);
    if (name === undefined) placed.rest.push(issue);
    else if (!placed.fields.some((field) => field.name === name)) placed.fields.push({ name, message: issue.message });
  }
  return placed;
}
