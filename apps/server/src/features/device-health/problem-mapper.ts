import type { HealthProblem } from '@stellwerk/contract/device';
import { type ErrorCode, errors } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../platform/db/db.ts';
import { textOfError } from '../../platform/errors/render.ts';
import type { Problem } from './evaluate.ts';
import { readProblems } from './problem.store.ts';

export const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code);

type Said = Pick<Problem, 'message' | 'code' | 'params'>;

/** The text of the check, or of the platform in the language of the caller. */
export function sayProblem({ message, code, params }: Said, language: Language): string {
  if (!isCode(code) || !params) return message;
  return textOfError(code, { reason: '', ...params }, language);
}

/** Active problems only; pending ones are not shown. */
export const problemsToWire = (problems: readonly Problem[], language: Language): HealthProblem[] =>
  problems
    .filter(({ activeSince }) => activeSince !== null)
    .map((problem) => ({
      identifier: problem.identifier,
      category: problem.category,
      severity: problem.severity,
      message: sayProblem(problem, language),
      since: problem.since.toISOString(),
      isIgnored: problem.isIgnored,
    }));

/** Active problems of devices for responses; devices without any are absent. */
export async function shownProblems(
  db: Db,
  twinIds: readonly number[],
  language: Language,
): Promise<Map<number, HealthProblem[]>> {
  const found = await readProblems(db, twinIds);
  return new Map([...found].map(([twinId, problems]) => [twinId, problemsToWire(problems, language)]));
}
