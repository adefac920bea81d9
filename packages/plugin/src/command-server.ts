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
 * All functions of the platform that a command can call. Connector, twin and device are those that the command
 * references, or the rule's own twin; permissions are checked before. Each call fails with an understandable reason.
 */
export interface CommandContext {
  /** Undefined if the command references no connector. */
  connector: { send(command: JsonValue): Promise<JsonValue> } | undefined;
  /** Sends through the account's mail server, else through the system's. */
  mail: { send(mail: OutgoingMail): Promise<JsonValue> };
  device: { sendDownlink(downlink: CommandDownlink): Promise<JsonValue> };
  /** A text is converted to the state's value type; a value has to fit it. */
  twin: { setState(state: { key: string } & ({ text: string } | { value: JsonValue })): Promise<JsonValue> };
  /** Runs the script of the manifest's `scriptOption` in the sandbox. */
  evaluate(script: string): Promise<JsonValue>;
  signal: AbortSignal;
}

export interface CommandServer<Options = Record<string, unknown>> {
  /** Fills the placeholders, each value escaped for its position. Synchronous, because it runs while a rule fires. */
  fill(options: Options, lookup: Lookup): Options;
  /** The recipient in one line, without secrets. */
  targetOf(options: Options): string;
  /** Options for a test run that does not affect other people. */
  forTest?(options: Options, caller: { email: string }): Options;
  /** Executes the command and returns the response of the other system. */
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
  // The platform parses options with the manifest's schema before it passes them; the compiler can't infer this.
  return { type: manifest.type, create: create as unknown as CommandPlugin['create'] };
}
