import type { z } from 'zod';
import type { ConnectorManifest } from './connector.ts';
import type { Endpoint } from './connector-server.ts';
import type { JsonValue } from './json.ts';

/**
 * Addresses of this server on its own machine. Senders connect nowhere else and use no address that a user has entered,
 * so they don't need the egress guard.
 */
export interface OwnProgram {
  /** URL of its web server, without a path. */
  httpUrl: string;
  /** The server's own certificate, which is pinned because it is issued for the public host name. */
  certificate: Buffer | undefined;
  /** Host of its other listeners. */
  host: string;
}

export interface SendingConnector<Options = Record<string, unknown>> {
  id: number;
  options: Options;
  secrets: Readonly<Record<string, string | undefined>>;
  /** As the server half returns them. */
  endpoints: readonly Endpoint[];
}

export interface Sending {
  accepted: number;
  refused: number;
}

export interface MessageSender {
  /** Sends standard messages. Fails with a `ConnectorProblem` if none could be delivered. */
  send(messages: readonly JsonValue[]): Promise<Sending>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface ConnectorSender {
  type: string;
  /** Connects with the first message at the latest. */
  open(program: OwnProgram, connector: SendingConnector): MessageSender;
}

/**
 * Lets virtual devices send through connectors of a kind; `sender.ts` of its folder exports the result as `sender`.
 * Kinds that fetch their data have none.
 */
export function defineConnectorSender<Options extends z.ZodObject>(
  manifest: ConnectorManifest<Options>,
  open: (program: OwnProgram, connector: SendingConnector<z.output<Options>>) => MessageSender,
): ConnectorSender {
  // The platform parses options with the manifest's schema before it passes them; the compiler can't infer this.
  return { type: manifest.type, open: open as unknown as ConnectorSender['open'] };
}

export const endpointOf = ({ endpoints }: Pick<SendingConnector, 'endpoints'>, name: string): URL => {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`the connector has no endpoint ${name}`);
  return new URL(found.value);
};
