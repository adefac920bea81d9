import { randomUUID } from 'node:crypto';
import {
  ConnectorProblem,
  type JsonValue,
  type OutgoingDownlink,
  type Retry,
} from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import { reasonOf } from './reason.ts';
import type { Runner } from './runner.ts';

/** Something that a running connector shall do, in whatever process it runs. */
export type Call =
  | { does: 'sendDownlink'; downlink: Omit<OutgoingDownlink, 'payload'> & { payload: string } }
  | { does: 'send'; command: JsonValue };

const reason = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

/** What goes from process to process, as JSON. */
const question = z.object({
  kind: z.literal('call'),
  key: z.string(),
  from: z.string(),
  connectorId: z.int(),
  call: z.unknown(),
});
const answer = z.object({
  kind: z.literal('answer'),
  key: z.string(),
  value: z.unknown(),
  reason: reason.nullable(),
  isFinal: z.boolean().optional(),
  afterMs: z.number().optional(),
});
const letter = z.union([question, answer]);

const retryOf = (error: unknown): Retry => (error instanceof ConnectorProblem ? error.retry : {});

/** These say that somebody else may do better. */
const elsewhere = new Set(['BRIDGE_CONNECTION_LOST', 'BRIDGE_NO_LISTENER']);

const waitForMs = 10_000;

interface CallsOptions {
  find(connectorId: number): Runner | undefined;
  /** Tells all processes, this one too. */
  tell(text: string): Promise<void>;
  /** How many processes there are beside this one. */
  countOthers(): Promise<number>;
}

interface Waiting {
  open: number;
  settle(outcome: { value: unknown } | { problem: ConnectorProblem }): void;
}

export type Calls = ReturnType<typeof createCalls>;

/** Calls of running connectors: here if they run here, else wherever they do. */
export function createCalls({ find, tell, countOthers }: CallsOptions) {
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

  /** The first of the others that could; when none could, what was found out here. */
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
      await tell(JSON.stringify({ kind: 'call', key, from: self, connectorId, call }));
      return await settled.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(key);
    }
  }

  async function reply({ key, connectorId, call }: z.output<typeof question>): Promise<void> {
    const outcome = await callHere(connectorId, call as Call).then(
      (value) => ({ value, reason: null }),
      (error: unknown) => ({ value: null, reason: reasonOf(error), ...retryOf(error) }),
    );
    await tell(JSON.stringify({ kind: 'answer', key, ...outcome }));
  }

  function take({ key, value, reason: why, isFinal, afterMs }: z.output<typeof answer>): void {
    const asked = waiting.get(key);
    if (!asked) return;
    asked.open -= 1;
    if (!why) asked.settle({ value });
    else if (asked.open === 0 || !elsewhere.has(why.code)) {
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
        if (!(error instanceof ConnectorProblem) || !elsewhere.has(error.reason.code)) throw error;
        return callOthers(connectorId, call, error);
      }
    },

    /** What a process has told all. */
    async hear(text: string): Promise<void> {
      const parsed = letter.safeParse(JSON.parse(text));
      if (!parsed.success) return;
      if (parsed.data.kind === 'answer') take(parsed.data);
      else if (parsed.data.from !== self) await reply(parsed.data);
    },
  };
}
