import { errors, isErrorCode } from '@stellwerk/contract/errors';
import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { AppError } from '../../platform/errors/app-error.ts';
import type { OutboxFailure } from '../../platform/outbox/outbox.table.ts';

export interface DeliveryFailure {
  reason: OutboxFailure;
  /** A retry can't succeed. */
  isFinal: boolean;
  afterMs?: number | undefined;
}

/** An administrator can fix these within a day. */
const fixable = new Set(['MAIL_INVALID_TRANSPORT', 'MAIL_FROM_NOT_SPECIFIED', 'SECRET_UNREADABLE']);

/** The public reason why a mail or a command of a connector was not delivered, and whether to retry. */
export function deliveryFailureOf(error: unknown): DeliveryFailure {
  if (error instanceof ConnectorProblem) {
    const { reason, retry } = error;
    return { reason, isFinal: retry.isFinal ?? false, afterMs: retry.afterMs };
  }
  if (!(error instanceof AppError)) return { reason: { code: 'INTERNAL_ERROR', params: {} }, isFinal: false };
  const { code, params } = error;
  return {
    reason: { code, params },
    isFinal: isErrorCode(code) && errors[code].class === 'user' && !fixable.has(code),
  };
}
