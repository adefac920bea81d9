import type { DeliverySource } from '@stellwerk/contract/connector';
import type { JsonValue, Reason } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { storable } from '../../platform/db/storable-text.ts';
import type { Log } from '../../platform/log/log.ts';
import { addDeliveries, keptDeliveries, type NewDelivery } from './delivery.store.ts';
import { masked } from './mask-secrets.ts';

const shownLength = 2_000;

const secretNames = 'passw|pwd|secret|token|key|auth|sig|credential|session|code';
const secretParameter = new RegExp(`([?&][\\w.%-]{0,60}(?:${secretNames})[\\w.%-]{0,60}=)[^&#\\s"]+`, 'gi');
/** User name and password in a URL. */
const userInfo = /(:\/\/)[^/?#\s"@]+@/g;
const proof = /\b((?:Bearer|Basic)\s+)[\w.~+/=-]{6,}/gi;

/** A message as the log shows it: truncated, without secrets. */
export function shownContent(value: JsonValue): string {
  const safe = masked(value);
  const text = typeof safe === 'string' ? safe : JSON.stringify(safe, null, 2);
  return storable(
    text.replace(secretParameter, '$1•••').replace(userInfo, '$1•••@').replace(proof, '$1•••').slice(0, shownLength),
  );
}

interface DeliveryLogOptions {
  db: Db;
  clock: Clock;
  log: Log;
  everyMs?: number;
}

interface Sent {
  connectorId: number;
  source: DeliverySource;
  command: JsonValue;
  answer: JsonValue;
  reason: Reason | null;
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** Collects deliveries in memory and writes them periodically, so that a message costs no statement of its own. */
export function createDeliveryLog({ db, clock, log, everyMs = 1_000 }: DeliveryLogOptions) {
  let waiting = new Map<number, NewDelivery[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const deliveries = [...waiting.values()].flat();
    waiting = new Map();
    await addDeliveries(db, deliveries).catch((error: unknown) => log.warn({ err: error }, 'deliveries not written'));
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    note({ connectorId, source, command, answer, reason }: Sent): void {
      const list = waiting.get(connectorId) ?? [];
      const content = shownContent(command);
      list.push({
        ...{ connectorId, at: clock.now(), source, content, reason },
        answer: answer === null ? null : shownContent(answer),
      });
      if (list.length > keptDeliveries) list.shift();
      waiting.set(connectorId, list);
      timer ??= setTimeout(() => void flush(), everyMs);
    },
    flush,
  };
}
