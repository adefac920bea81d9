import type { ErrorCode } from '@stellwerk/contract/errors';
import { AppError } from '../../../platform/errors/app-error.ts';

/** Why there is no value: kept with the state until it works again, as a code with its parameters. */
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

/** For callers who must not go on without the value. */
export function refuse({ code, params }: Problem): never {
  throw new AppError(code, params, {});
}
