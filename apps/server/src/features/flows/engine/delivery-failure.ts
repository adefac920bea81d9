import { errors, isErrorCode } from '@stellwerk/contract/errors';
import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { StoredFailure } from '../flow.table.ts';

export interface DeliveryFailure {
  reason: StoredFailure;
  /** A retry can't succeed. */
  isFinal: boolean;
  /** The connector is unreachable: other messages need not be tried now. */
  isDown: boolean;
  afterMs: number | undefined;
}

/** An administrator can fix these without a change of the flow. */
const mendable = new Set(['SECRET_UNREADABLE', 'EGRESS_DENIED']);
const down = new Set(['EGRESS_FAILED', 'EGRESS_TIMEOUT', 'EGRESS_DENIED', 'BRIDGE_CONNECTION_LOST']);
const longestWaitMs = 3_600_000;

const isFinalCode = (code: string): boolean =>
  isErrorCode(code) && errors[code].class === 'user' && !mendable.has(code);

export function failureOf(error: unknown): DeliveryFailure {
  const isKnown = error instanceof AppError;
  const reason =
    error instanceof ConnectorProblem
      ? error.reason
      : { code: isKnown ? error.code : 'INTERNAL_ERROR', params: isKnown ? error.params : {} };
  const retry = error instanceof ConnectorProblem ? error.retry : {};
  return {
    reason,
    isFinal: retry.isFinal ?? isFinalCode(reason.code),
    isDown: down.has(reason.code),
    afterMs: retry.afterMs === undefined ? undefined : Math.min(retry.afterMs, longestWaitMs),
  };
}
