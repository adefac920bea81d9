import { normalEui } from '@stellwerk/contract/eui';
import { webhookLimits } from '@stellwerk/contract/webhook';
import type { JsonValue, RawMessage, ReceiveResult, Refusal } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Intake } from '../../platform/health/intake.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Counters } from './counters.ts';
import { type Conversion, type Converted, convert, type Mutated } from './mutator.ts';
import type { Accept, Acceptance, Sender } from './ports.ts';

interface ReceiverOptions {
  sandbox: Sandbox;
  accept: Accept;
  intake: Pick<Intake, 'refusal'>;
  clock: Clock;
  counters: Pick<Counters, 'note'>;
}

/** Messages of a call after the conversion. Messages that could not be converted are refused at their position. */
interface Unpacked {
  messages: JsonValue[];
  refused: Refusal[];
  places: number[];
}

/** Long enough for a message of a LoRaWAN network, which authors of a mapping want to see whole. */
const shownLength = 16_384;

function shown(value: JsonValue): string {
  try {
    return JSON.stringify(value).slice(0, shownLength);
  } catch {
    return typeof value;
  }
}

export type Receive = (
  sender: Sender,
  conversion: Conversion | undefined,
  raw: readonly RawMessage[],
) => Promise<ReceiveResult>;

/** A list that a script returns has the limit of a webhook call, because all of it must fit into the queue at once. */
const tooMany: Mutated = {
  ok: false,
  reason: { code: 'WEBHOOK_TOO_MANY_MESSAGES', params: { limit: webhookLimits.messages } },
};

/** Joins the results in order, without the refused messages. Ignored messages keep their place. */
export function unpack(converted: readonly Converted[]): Unpacked {
  const unpacked: Unpacked = { messages: [], refused: [], places: [] };
  let place = 0;
  for (const { source, result: given } of converted) {
    const result = given.ok && given.messages.length > webhookLimits.messages ? tooMany : given;
    if (result.ok) {
      for (const [offset, message] of result.messages.entries()) {
        unpacked.messages.push(message);
        unpacked.places.push(place + offset);
      }
      place += Math.max(1, result.messages.length);
    } else {
      unpacked.refused.push({ index: place++, identifier: '', reason: result.reason, content: shown(source) });
    }
  }
  return unpacked;
}

/** The id in the form in which devices store it. */
function withNormalEui(message: JsonValue): JsonValue {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  const { id = message.identifier } = message;
  const eui = typeof id === 'string' ? normalEui(id) : undefined;
  return eui === undefined ? message : { ...message, id: eui };
}

/** Converts received messages into durable packets: runs script or mapping, then accepts the results. */
export function createReceiver({ sandbox, accept, intake, clock, counters }: ReceiverOptions): Receive {
  /** Undefined if too many scripts are waiting: the sender has to retry, as if the queue were full. */
  async function converted(
    { accountId }: Sender,
    conversion: Conversion | undefined,
    raw: readonly RawMessage[],
  ): Promise<Converted[] | undefined> {
    try {
      return await convert(sandbox, conversion, raw, { nowMs: clock.now().getTime(), accountId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
      throw error;
    }
  }

  async function take(
    sender: Sender,
    conversion: Conversion | undefined,
    raw: readonly RawMessage[],
  ): Promise<Acceptance> {
    // Brokers and clients get no acknowledgement, so they send the message again.
    if (intake.refusal()) return { isFull: true };
    const results = await converted(sender, conversion, raw);
    if (!results) return { isFull: true };
    const { messages, refused, places } = unpack(results);
    const result = await accept(sender, sender.usesEuis ? messages.map(withNormalEui) : messages);
    if (result.isFull) return result;
    const late = result.refused.map((refusal) => ({ ...refusal, index: places[refusal.index] ?? refusal.index }));
    return { ...result, refused: [...refused, ...late].sort((a, b) => a.index - b.index) };
  }

  return async (sender, conversion, raw) => {
    const result = await take(sender, conversion, raw);
    if (result.isFull) return result;
    const { accepted, refused, dropped } = result;
    counters.note(sender.connectorId, { accepted, refused, dropped });
    return { isFull: false, accepted, refused, dropped: dropped.length };
  };
}
