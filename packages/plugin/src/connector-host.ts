import type { Socket } from 'node:net';

export interface ConnectorLog {
  debug(details: object, text: string): void;
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

export interface StreamListener {
  port: number;
  /** Open connections stay open. */
  stopAccepting(): void;
  /** Also closes its connections. May be called twice. */
  close(): Promise<void>;
}

/** The sender of a datagram. Datagrams can be sent to it later as well, as long as the listener is open. */
export interface DatagramPeer {
  address: string;
  port: number;
  reply(datagram: Uint8Array): Promise<void>;
}

export interface DatagramListener {
  port: number;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface MailTransport {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  secure: boolean;
  /** Requires TLS with a valid certificate before any message or password is sent. */
  requireTls: boolean;
  /** Trusted in addition to the public authorities. */
  caCertificate?: string;
  auth?: { user: string; password: string };
  /** An address, or `Name <address>`. */
  from?: string;
}

/** Texts are never interpreted; links are shown for web pages only. */
export interface MailTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly { text: string; link?: string | undefined }[])[];
  /** Below the rows. */
  note?: string | undefined;
}

export interface OutgoingMail {
  to: readonly string[];
  subject: string;
  /** Plain text; markup in it is not interpreted. */
  text: string;
  tables?: readonly MailTable[] | undefined;
  /** Below the tables. */
  closing?: string | undefined;
  attachments?: readonly { name: string; content: Buffer }[];
}

/** Sends mails through a given server and the egress guard. Errors are understandable for users. */
export interface MailService {
  send(transport: MailTransport, mail: OutgoingMail, signal?: AbortSignal): Promise<{ messageId: string }>;
  /** Connects and authenticates. */
  verify(transport: MailTransport, signal?: AbortSignal): Promise<void>;
}

/** Services of the platform that a manifest can request in `uses`. */
export interface PlatformServices {
  mail: MailService;
}

/** The server for all connectors of a kind. Opens only listeners and services that the manifest declares. */
export interface KindHost {
  log: ConnectorLog;
  /** The process is about to end: clients should reconnect later. */
  isStopping(): boolean;
  /** Counts a refused sign-in that names no connector, so no status log can mention it. */
  countStranger(): void;
  /** Public URL of this installation. */
  publicUrl: string;
  /** Port of a declared listener: the open one, otherwise the configured one. Undefined if the listener is off. */
  portOf(listener: string): number | undefined;
  /** Opens a declared TCP or TLS port. Rejects with a `ConnectorProblem` that contains the setting of the port. */
  listen(listener: string, onConnection: (socket: Socket) => void): Promise<StreamListener>;
  /** Opens a declared UDP port. A handler that fails is logged and does not stop the listener. */
  listenUdp(
    listener: string,
    onDatagram: (datagram: Buffer, peer: DatagramPeer) => void | Promise<void>,
  ): Promise<DatagramListener>;
  service<Name extends keyof PlatformServices>(name: Name): PlatformServices[Name];
}
