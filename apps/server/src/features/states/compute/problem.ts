import type { ErrorCode } from '@stellwerk/contract/errors';
import { AppError } from '../../../platform/errors/app-error.ts';

/** The reason why there is no value: an error code with parameters, stored until a value is accepted again. */
export interface Problem {
  code: ErrorCode;
  params: Record<string, string | number>;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const failed = (code: ErrorCode, params: Problem['params'] = {}): Outcome<never> => ({
  ok: false,
  problem: { code, params },
});

/** Throws the problem, for callers that can't continue without the value. */
export function refuse({ code, params }: Problem): never {
  throw new AppError(code, params, {});
}
