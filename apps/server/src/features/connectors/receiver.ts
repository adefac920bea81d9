import { webhookLimits } from '@stellwerk/contract/webhook';
import type { JsonValue, RawMessage, ReceiveResult, Refusal } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Intake } from '../../platform/health/intake.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Script } from '../../platform/sandbox/script.ts';
import type { Counters } from './counters.ts';
import { type Mutated, mutate } from './mutator.ts';
import type { Accept, Sender } from './ports.ts';

interface ReceiverOptions {
  sandbox: Sandbox;
  accept: Accept;
  intake: Pick<Intake, 'refusal'>;
  clock: Clock;
  counters: Pick<Counters, 'note'>;
}

/** What came in, message by message; those that the mutator failed on are refused where they stood. */
interface Unpacked {
  messages: JsonValue[];
  refused: Refusal[];
  /** Where each message stood. */
  places: number[];
}

const shownLength = 2_000;

function shown(value: JsonValue): string {
  try {
    return JSON.stringify(value).slice(0, shownLength);
  } catch {
    return typeof value;
  }
}

export type Receive = (
  sender: Sender,
  script: Script | undefined,
  raw: readonly RawMessage[],
) => Promise<ReceiveResult>;

const plainOf = ({ body }: RawMessage): Mutated => ({ ok: true, messages: Array.isArray(body) ? body : [body] });

/** No list is longer than what a webhook takes: it would have to find room all at once. */
const tooMany: Mutated = {
  ok: false,
  reason: { code: 'WEBHOOK_TOO_MANY_MESSAGES', params: { limit: webhookLimits.messages } },
};

/** One after the other, those that can't be taken left out. */
function unpack(raw: readonly RawMessage[], results: readonly Mutated[]): Unpacked {
  const unpacked: Unpacked = { messages: [], refused: [], places: [] };
  let place = 0;
  for (const [index, given] of results.entries()) {
    const result = given.ok && given.messages.length > webhookLimits.messages ? tooMany : given;
    if (result.ok) {
      for (const message of result.messages) {
        unpacked.messages.push(message);
        unpacked.places.push(place++);
      }
    } else {
      const content = shown(raw[index]?.body ?? null);
      unpacked.refused.push({ index: place++, identifier: '', reason: result.reason, content });
    }
  }
  return unpacked;
}

/** From what a connector got to packets that can't be lost: the mutator, then the way in. */
export function createReceiver({ sandbox, accept, intake, clock, counters }: ReceiverOptions): Receive {
  /** Undefined when too many scripts wait: the peer shall come again, as when the queue is full. */
  async function mutated(
    { accountId }: Sender,
    script: Script,
    raw: readonly RawMessage[],
  ): Promise<Mutated[] | undefined> {
    try {
      return await mutate(sandbox, script, raw, { nowMs: clock.now().getTime(), accountId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
      throw error;
    }
  }

  async function take(sender: Sender, script: Script | undefined, raw: readonly RawMessage[]): Promise<ReceiveResult> {
    // As when the queue is full: brokers and clients get no acknowledgement, and send again.
    if (intake.refusal()) return { isFull: true };
    const results = script ? await mutated(sender, script, raw) : raw.map(plainOf);
    if (!results) return { isFull: true };
    const { messages, refused, places } = unpack(raw, results);
    const result = await accept(sender, messages);
    if (result.isFull || refused.length === 0) return result;
    const late = result.refused.map((refusal) => ({ ...refusal, index: places[refusal.index] ?? refusal.index }));
    const all = [...refused, ...late].sort((a, b) => a.index - b.index);
    return { isFull: false, accepted: result.accepted, refused: all };
  }

  return async (sender, script, raw) => {
    const result = await take(sender, script, raw);
    if (!result.isFull) counters.note(sender.connectorId, result.accepted, result.refused);
    return result;
  };
}
