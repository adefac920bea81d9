import type { z } from 'zod';
import type { ConnectorManifest } from './connector.ts';
import type { Endpoint } from './connector-server.ts';
import type { JsonValue } from './json.ts';

/**
 * Where this program itself listens, on the machine that it runs on. Senders talk to nobody else: no address that a user
 * has entered comes near them, which is why they need not go by the guarded way out.
 */
export interface OwnProgram {
  /** Of its web server, without a path. */
  httpUrl: string;
  /** Its own certificate, which is all that can be trusted here: it names the public host, not this one. */
  certificate: Buffer | undefined;
  /** Under which its other servers are reached. */
  host: string;
}

export interface SendingConnector<Options = Record<string, unknown>> {
  id: number;
  options: Options;
  secrets: Readonly<Record<string, string | undefined>>;
  /** As its server half gives them. */
  endpoints: readonly Endpoint[];
}

export interface Sending {
  accepted: number;
  refused: number;
}

export interface MessageSender {
  /** Standard messages. Fails with a `ConnectorProblem` when none of them could be handed in. */
  send(messages: readonly JsonValue[]): Promise<Sending>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface ConnectorSender {
  type: string;
  /** Connects no later than with the first message. */
  open(program: OwnProgram, connector: SendingConnector): MessageSender;
}

/**
 * How virtual devices send through connectors of a kind; `sender.ts` of its folder exports the result as `sender`. Kinds
 * that fetch their data elsewhere have none.
 */
export function defineConnectorSender<Options extends z.ZodObject>(
  manifest: ConnectorManifest<Options>,
  open: (program: OwnProgram, connector: SendingConnector<z.output<Options>>) => MessageSender,
): ConnectorSender {
  // The platform parses options with the manifest's schema before it hands them over; only the compiler can't follow.
  return { type: manifest.type, open: open as unknown as ConnectorSender['open'] };
}

export const endpointOf = ({ endpoints }: Pick<SendingConnector, 'endpoints'>, name: string): URL => {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`the connector has no endpoint ${name}`);
  return new URL(found.value);
};
