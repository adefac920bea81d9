import { errors, isErrorCode } from '@stellwerk/contract/errors';
import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { OutboxFailure } from '../../../platform/outbox/outbox.table.ts';

export interface Failure {
  reason: OutboxFailure;
  /** A retry can't succeed. */
  isFinal: boolean;
  /** The target is unreachable: other commands to the same target need not be tried. */
  isDown: boolean;
  afterMs: number | undefined;
}

/** Problems that an administrator can fix within a day without changing the rule. */
const mendable = new Set(['MAIL_INVALID_TRANSPORT', 'MAIL_FROM_NOT_SPECIFIED', 'SECRET_UNREADABLE']);

const down = new Set(['EGRESS_FAILED', 'EGRESS_TIMEOUT', 'BRIDGE_CONNECTION_LOST', 'MAIL_INVALID_TRANSPORT']);

const longestWait = 3_600_000;

function isFinalCode(code: string): boolean {
  return isErrorCode(code) && errors[code].class === 'user' && !mendable.has(code);
}

/** The public reason why a command failed, and whether it should be retried. */
export function failureOf(error: unknown): Failure {
  const reason =
    error instanceof ConnectorProblem
      ? error.reason
      : error instanceof AppError
        ? { code: error.code, params: error.params }
        : { code: 'INTERNAL_ERROR', params: {} };
  const retry = error instanceof ConnectorProblem ? error.retry : {};
  return {
    reason,
    isFinal: retry.isFinal ?? isFinalCode(reason.code),
    isDown: down.has(reason.code),
    afterMs: retry.afterMs === undefined ? undefined : Math.min(retry.afterMs, longestWait),
  };
}
