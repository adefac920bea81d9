import type { PayloadEncoding } from '@stellwerk/contract/payload-encoding';
import type { z } from 'zod';
import type { CommandManifest } from './command.ts';
import type { OutgoingMail } from './connector-server.ts';
import type { JsonValue } from './json.ts';
import type { Lookup } from './placeholder.ts';

export { ConnectorProblem, type OutgoingMail } from './connector-server.ts';
export type { JsonValue } from './json.ts';
export type { Lookup } from './placeholder.ts';

export interface CommandDownlink {
  name?: string | undefined;
  payload?: string | undefined;
  port: number;
  encoding: PayloadEncoding;
  confirmed: boolean;
  gatewayIds: string[];
}

/**
 * All that a command can do. Connector, twin and device are those that the command names, or its rule's own; whether it
 * may use them is settled before. Each call fails with a reason that people understand.
 */
export interface CommandContext {
  /** Undefined where the command names none. */
  connector: { send(command: JsonValue): Promise<JsonValue> } | undefined;
  /** By the account's mail server, else by that of the system. */
  mail: { send(mail: OutgoingMail): Promise<JsonValue> };
  device: { sendDownlink(downlink: CommandDownlink): Promise<JsonValue> };
  /** The text becomes a value of the state's type. */
  twin: { setState(state: { key: string; text: string }): Promise<JsonValue> };
  signal: AbortSignal;
}

export interface CommandServer<Options = Record<string, unknown>> {
  /** With its placeholders filled, each place escaped in its own way. At once: it runs while a rule fires. */
  fill(options: Options, lookup: Lookup): Options;
  /** Whom or what it goes to, in one line and without anything secret. */
  targetOf(options: Options): string;
  /** Options with which a test does no harm to others. */
  forTest?(options: Options, caller: { email: string }): Options;
  /** Does it, and answers what the other side answered. */
  run(ctx: CommandContext, options: Options): Promise<JsonValue>;
}

export interface CommandPlugin {
  type: string;
  create(): CommandServer;
}

/** The server half of a kind; `server.ts` of its folder exports the result as `server`. */
export function defineCommandServer<Options extends z.ZodObject>(
  manifest: CommandManifest<Options>,
  create: () => CommandServer<z.output<Options>>,
): CommandPlugin {
  // The platform parses options with the manifest's schema before it hands them over; only the compiler can't follow.
  return { type: manifest.type, create: create as unknown as CommandPlugin['create'] };
}
