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

/** Whether it is worth trying again; without a word about it, what the code means decides. */
export interface Retry {
  isFinal?: boolean;
  /** Not before. */
  afterMs?: number;
}

/** Thrown by a kind to say in a way that people understand why something does not work. */
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

/** What came in, before the connector's mutator. */
export interface RawMessage {
  body: JsonValue;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  topic?: string;
}

export interface Refusal {
  /** Which of the messages, counted from 0. */
  index: number;
  identifier: string;
  reason: Reason;
  /** As it came, cut where it is long. */
  content: string;
}

export type ReceiveResult =
  /** The accepted ones are durable. */
  | { isFull: false; accepted: number; refused: Refusal[] }
  /** Nothing was taken: the peer shall try again. */
  | { isFull: true };

export interface OutgoingDownlink {
  /** The device's name in the other system. */
  deviceId: string;
  twinId: number;
  port: number;
  payload: Buffer;
  confirmed: boolean;
  gatewayIds: readonly string[];
  connectorData: JsonValue;
}

/** The guarded way out. Fails with a reason when the address is not allowed. */
export interface ConnectorEgress {
  check(host: string, port: number): Promise<unknown>;
  connect(connection: {
    host: string;
    port: number;
    tls?: boolean | Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'ALPNProtocols'>;
    signal?: AbortSignal;
    timeoutMs?: number;
  }): Promise<Socket>;
  /** For libraries that connect by themselves, after `check`. */
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

/** The only door of a running connector to the platform. */
export interface ConnectorContext<Options = Record<string, unknown>> extends Configured<Options> {
  connector: { id: number; accountId: number; name: string; createdAt: Date };
  receive(messages: readonly RawMessage[]): Promise<ReceiveResult>;
  /** `error`: the connection is lost; it is stopped and started again after a while. */
  setState(state: 'connected' | 'error', reason?: Reason): void;
  /** Takes what is posted to its webhook, from whoever passes; asked before the body is read. */
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
  /** Resolves when the connection stands; rejects with the reason when it can't be made. */
  start(ctx: ConnectorContext<Options>): Promise<Running>;
  /** Would a connection work? Null: yes. */
  validate?(ctx: ValidationContext<Options>): Promise<Reason | null>;
  /** What to enter in the other system. */
  endpoints?(connector: { id: number; options: Options }): Endpoint[];
  /** Every configured connector has been started once: servers that they share may listen. Called again with each look. */
  open?(): Promise<void>;
  /** After the last connector has stopped. */
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
  // The platform parses options with the manifest's schema before it hands them over; only the compiler can't follow.
  return { type: manifest.type, create: create as unknown as ConnectorPlugin['create'] };
}
