import { type ErrorCode, type ErrorParams, errors } from '@stellwerk/contract/errors';
import type { Issue } from '@stellwerk/contract/issues';

interface FailOptions {
  cause?: unknown;
  /** Written to the log only, never sent to a client. */
  internal?: string;
  issues?: Issue[];
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly issues: Issue[];
  readonly internal: string | undefined;

  constructor(code: ErrorCode, params: Record<string, string | number>, options: FailOptions) {
    super(options.internal ? `${code}: ${options.internal}` : code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.issues = options.issues ?? [];
    this.internal = options.internal;
  }

  get status(): number {
    return errors[this.code].status;
  }

  get class() {
    return errors[this.code].class;
  }
}

type ParamsArgument<C extends ErrorCode> = keyof ErrorParams<C> extends never
  ? [params?: Record<string, never>, options?: FailOptions]
  : [params: ErrorParams<C>, options?: FailOptions];

/** The only way to throw an expected error. Its code and parameters are public. */
export function fail<C extends ErrorCode>(code: C, ...[params, options]: ParamsArgument<C>): never {
  throw new AppError(code, params ?? {}, options ?? {});
}
