import type { LookupFunction, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { z } from 'zod';
import type { ConnectorManifest } from './connector.ts';
import type { ConnectorLog, KindHost } from './connector-host.ts';
import type { JsonValue } from './json.ts';

export type * from './connector-host.ts';
export type { JsonValue } from './json.ts';

/** A code of the error catalogue with its parameters. */
export interface Reason {
  code: string;
  params: Record<string, string | number>;
}

/** Whether and when to retry; by default the error code decides. */
export interface Retry {
  isFinal?: boolean;
  /** Minimum delay before the retry. */
  afterMs?: number;
}

/** Thrown by a kind with a reason that users understand. */
export class ConnectorProblem extends Error {
  readonly reason: Reason;
  readonly retry: Retry;

  constructor(code: string, params: Reason['params'] = {}, retry: Retry = {}) {
    super(code);
    this.name = 'ConnectorProblem';
    this.reason = { code, params };
    this.retry = retry;
  }
}

/** A received message, before the connector's mutator. */
export interface RawMessage {
  body: JsonValue;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  topic?: string;
}

export interface Refusal {
  /** Index of the message, from 0. */
  index: number;
  identifier: string;
  reason: Reason;
  /** Original content, truncated. */
  content: string;
}

export type ReceiveResult =
  /** Accepted messages are durable. Dropped ones have identifiers that nothing waits for. */
  | { isFull: false; accepted: number; dropped: number; refused: Refusal[] }
  /** Nothing was accepted: the sender should retry. */
  | { isFull: true };

export interface OutgoingDownlink {
  /** Identifier of the device in the other system. */
  deviceId: string;
  twinId: number;
  port: number;
  payload: Buffer;
  confirmed: boolean;
  gatewayIds: readonly string[];
  connectorData: JsonValue;
}

/** The egress guard. Fails with a reason if the address is not allowed. */
export interface ConnectorEgress {
  check(host: string, port: number): Promise<unknown>;
  connect(connection: {
    host: string;
    port: number;
    tls?: boolean | Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'ALPNProtocols'>;
    signal?: AbortSignal;
    timeoutMs?: number;
  }): Promise<Socket>;
  /** For libraries that open connections themselves, after `check`. */
  lookupFor(port: number): LookupFunction;
  request(request: {
    url: string;
    method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    headers?: Record<string, string>;
    body?: string | Uint8Array;
    tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;
    timeoutMs?: number;
    maxResponseBytes?: number;
    signal?: AbortSignal;
  }): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>;
}

export interface HttpCaller {
  /** Callers with GET send a message in the query. */
  method: 'GET' | 'POST';
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, unknown>;
}

interface Configured<Options> {
  options: Options;
  secrets: Readonly<Record<string, string | undefined>>;
  log: ConnectorLog;
  signal: AbortSignal;
  egress: ConnectorEgress;
}

export type ValidationContext<Options = Record<string, unknown>> = Configured<Options>;

/** Why a kind can't send a command as it says. */
export type CommandRefusal = 'BRIDGE_NO_RETAIN';

/** The interface of a running connector to the platform. */
export interface ConnectorContext<Options = Record<string, unknown>> extends Configured<Options> {
  connector: { id: number; accountId: number; name: string; createdAt: Date };
  receive(messages: readonly RawMessage[]): Promise<ReceiveResult>;
  /** `error`: the connection is lost; the connector is stopped and restarted after a delay. */
  setState(state: 'connected' | 'error', reason?: Reason): void;
  /**
   * Records a refused sign-in in the status log. The code's parameters are `count` and `address`; repeated refusals
   * share an entry.
   */
  noteRefusedSignIn(code: string, address: string): void;
  /** The number of connected clients, for kinds that listen. */
  setClientCount(count: number): void;
  /** Accepts posts to its webhook; `isAuthorised` is called before the body is read. */
  acceptHttp(isAuthorised: (caller: HttpCaller) => boolean): void;
}

export interface Running {
  /** May be called twice. */
  stop(): Promise<void>;
  sendDownlink?(downlink: OutgoingDownlink): Promise<'sent' | 'confirmed'>;
  send?(command: JsonValue): Promise<JsonValue>;
}

export interface Endpoint {
  name: string;
  value: string;
}

export interface ConnectorServer<Options = Record<string, unknown>> {
  /** Resolves when the connection is established; rejects with the reason if it fails. */
  start(ctx: ConnectorContext<Options>): Promise<Running>;
  /** Tests a connection. Null if it works. */
  validate?(ctx: ValidationContext<Options>): Promise<Reason | null>;
  /** The reason why a command can't be sent as it says; checked when a rule is saved, with unfilled placeholders. */
  refusalOf?(command: JsonValue): CommandRefusal | undefined;
  /** Values that users enter in the other system. */
  endpoints?(connector: { id: number; options: Options }): Endpoint[];
  /**
   * Called when every configured connector was started once, so that shared servers may listen; called again after each
   * poll.
   */
  open?(): Promise<void>;
  /** Called after the last connector has stopped. */
  close?(): Promise<void>;
}

export interface ConnectorPlugin {
  type: string;
  create(host: KindHost): ConnectorServer;
}

/** The server half of a kind; `server.ts` of its folder exports the result as `server`. */
export function defineConnectorServer<Options extends z.ZodObject>(
  manifest: ConnectorManifest<Options>,
  create: (host: KindHost) => ConnectorServer<z.output<Options>>,
): ConnectorPlugin {
  // The platform parses options with the manifest's schema before it passes them; the compiler can't infer this.
  return { type: manifest.type, create: create as unknown as ConnectorPlugin['create'] };
}
