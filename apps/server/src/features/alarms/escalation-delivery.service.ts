import { errors, isErrorCode } from '@stellwerk/contract/errors';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Deliver, DeliveryResult } from '../../platform/outbox/deliver.ts';
import { findEscalation, noteSent } from './escalation.store.ts';

interface EscalationDeps {
  db: Db;
  mail: Pick<Mail, 'sendText'>;
  clock: Clock;
  linkBase: string;
}

const queued = z.object({ alarmId: z.int(), position: z.int() });

/** An administrator can mend these without a change of the rule. */
const mendable = new Set(['MAIL_INVALID_TRANSPORT', 'MAIL_FROM_NOT_SPECIFIED', 'SECRET_UNREADABLE']);

function resultOf(error: unknown): DeliveryResult {
  const failure =
    error instanceof AppError ? { code: error.code, params: error.params } : { code: 'INTERNAL_ERROR', params: {} };
  const isFinal = isErrorCode(failure.code) && errors[failure.code].class === 'user' && !mendable.has(failure.code);
  return isFinal ? { reject: failure } : { retry: failure };
}

/** Sends the mails of escalations. The text has no words of its own, because recipients have no language. */
export function createEscalationDelivery({ db, mail, clock, linkBase }: EscalationDeps): Deliver {
  return async (entries, { signal }) => {
    const results: DeliveryResult[] = [];
    for (const { payload } of entries) {
      const { alarmId, position } = queued.parse(payload);
      const found = await findEscalation(db, alarmId, position);
      try {
        if (found) {
          const { accountId, recipients, message, title } = found;
          const subject = [title, message].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 200);
          const text = [title ?? '', message, `${linkBase}/#/alarm-logs?alarm=${alarmId}`].filter(Boolean).join('\n\n');
          await mail.sendText({ accountId, to: recipients, subject, text: `${text}\n`, signal });
          await noteSent(db, alarmId, position, clock.now());
        }
        results.push('delivered');
      } catch (error) {
        signal.throwIfAborted();
        results.push(resultOf(error));
      }
    }
    return results;
  };
}
