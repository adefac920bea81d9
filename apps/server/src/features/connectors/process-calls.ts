import { randomUUID } from 'node:crypto';
import {
  ConnectorProblem,
  type JsonValue,
  type OutgoingDownlink,
  type Retry,
} from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import { reasonOf } from './failure-reason.ts';
import type { Runner } from './runner.ts';

/** A call of a running connector, which may run in another process. */
export type Call =
  | { does: 'sendDownlink'; downlink: Omit<OutgoingDownlink, 'payload'> & { payload: string } }
  | { does: 'send'; command: JsonValue };

const reason = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

/** Messages between processes, as JSON. */
const callMessage = z.object({
  kind: z.literal('call'),
  key: z.string(),
  from: z.string(),
  connectorId: z.int(),
  call: z.unknown(),
});
const replyMessage = z.object({
  kind: z.literal('answer'),
  key: z.string(),
  value: z.unknown(),
  reason: reason.nullable(),
  isFinal: z.boolean().optional(),
  afterMs: z.number().optional(),
});
const processMessage = z.union([callMessage, replyMessage]);

const retryOf = (error: unknown): Retry => (error instanceof ConnectorProblem ? error.retry : {});

/** After these errors the call is forwarded, because another process may have the connection. */
const retryElsewhere = new Set(['BRIDGE_CONNECTION_LOST', 'BRIDGE_NO_LISTENER']);

const waitForMs = 10_000;

interface CallsOptions {
  find(connectorId: number): Runner | undefined;
  /** Notifies all processes, including this one. */
  notifyAll(text: string): Promise<void>;
  /** Number of other processes that run connectors. */
  countOthers(): Promise<number>;
}

interface Waiting {
  open: number;
  settle(outcome: { value: unknown } | { problem: ConnectorProblem }): void;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls({ find, notifyAll, countOthers }: CallsOptions) {
  const self = randomUUID();
  const waiting = new Map<string, Waiting>();

  async function callHere(connectorId: number, call: Call): Promise<unknown> {
    const running = find(connectorId)?.current();
    if (!running) throw new ConnectorProblem('BRIDGE_CONNECTION_LOST');
    if (call.does === 'send') {
      if (!running.send) throw new ConnectorProblem('BRIDGE_NO_COMMANDS');
      return running.send(call.command);
    }
    if (!running.sendDownlink) throw new ConnectorProblem('VDEVICE_NO_DOWNLINKS');
    return running.sendDownlink({ ...call.downlink, payload: Buffer.from(call.downlink.payload, 'hex') });
  }

  /** Resolves with the first success of another process; if all fail, rejects with the problem found here. */
  async function callOthers(connectorId: number, call: Call, problem: ConnectorProblem): Promise<unknown> {
    const open = await countOthers();
    if (open === 0) throw problem;
    const key = randomUUID();
    const settled = Promise.withResolvers<unknown>();
    const settle: Waiting['settle'] = (outcome) =>
      'value' in outcome ? settled.resolve(outcome.value) : settled.reject(outcome.problem);
    waiting.set(key, { open, settle });
    const timer = setTimeout(() => settle({ problem }), waitForMs);
    try {
      await notifyAll(JSON.stringify({ kind: 'call', key, from: self, connectorId, call }));
      return await settled.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(key);
    }
  }

  async function reply({ key, connectorId, call }: z.output<typeof callMessage>): Promise<void> {
    const outcome = await callHere(connectorId, call as Call).then(
      (value) => ({ value, reason: null }),
      (error: unknown) => ({ value: null, reason: reasonOf(error), ...retryOf(error) }),
    );
    await notifyAll(JSON.stringify({ kind: 'answer', key, ...outcome }));
  }

  function settleReply({ key, value, reason: why, isFinal, afterMs }: z.output<typeof replyMessage>): void {
    const asked = waiting.get(key);
    if (!asked) return;
    asked.open -= 1;
    if (!why) asked.settle({ value });
    else if (asked.open === 0 || !retryElsewhere.has(why.code)) {
      const retry = {
        ...(isFinal === undefined ? {} : { isFinal }),
        ...(afterMs === undefined ? {} : { afterMs }),
      };
      asked.settle({ problem: new ConnectorProblem(why.code, why.params, retry) });
    }
  }

  return {
    async call(connectorId: number, call: Call): Promise<unknown> {
      try {
        return await callHere(connectorId, call);
      } catch (error) {
        if (!(error instanceof ConnectorProblem) || !retryElsewhere.has(error.reason.code)) throw error;
        return callOthers(connectorId, call, error);
      }
    },

    /** Processes a message of any process. */
    async receive(text: string): Promise<void> {
      const parsed = processMessage.safeParse(JSON.parse(text));
      if (!parsed.success) return;
      if (parsed.data.kind === 'answer') settleReply(parsed.data);
      else if (parsed.data.from !== self) await reply(parsed.data);
    },
  };
}
