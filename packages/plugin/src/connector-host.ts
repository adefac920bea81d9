import type { Socket } from 'node:net';

export interface ConnectorLog {
  debug(details: object, text: string): void;
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

export interface StreamListener {
  port: number;
  /** Open connections stay. */
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
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  secure: boolean;
  /** No message and above all no password leaves without TLS and a certificate that holds. */
  requireTls: boolean;
  /** Whom to trust beside the well-known authorities. */
  caCertificate?: string;
  auth?: { user: string; password: string };
  /** An address, or `Name <address>`. */
  from?: string;
}

export interface OutgoingMail {
  to: readonly string[];
  subject: string;
  /** Plain text; markup in it is shown as it is. */
  text: string;
}

/** Sends mails over a given server, through the egress guard. Fails with a reason that people understand. */
export interface MailService {
  send(transport: MailTransport, mail: OutgoingMail, signal?: AbortSignal): Promise<{ messageId: string }>;
  /** Connects and signs in. */
  verify(transport: MailTransport, signal?: AbortSignal): Promise<void>;
}

/** Services of the platform that a manifest can ask for in `uses`. */
export interface PlatformServices {
  mail: MailService;
}

/** The server as all connectors of a kind share it. It opens only the listeners and services that the manifest declares. */
export interface KindHost {
  log: ConnectorLog;
  /** The process is about to end: clients shall connect again later. */
  isStopping(): boolean;
  /** The address under which users and devices reach this installation. */
  publicUrl: string;
  /** The port of a declared listener: the open one, else the configured one. Undefined: the listener is off. */
  portOf(listener: string): number | undefined;
  /** Opens a declared TCP or TLS port. Rejects with a `ConnectorProblem` that names the setting of the port. */
  listen(listener: string, onConnection: (socket: Socket) => void): Promise<StreamListener>;
  /** Opens a declared UDP port. A handler that fails is logged and does not stop the listener. */
  listenUdp(
    listener: string,
    onDatagram: (datagram: Buffer, peer: DatagramPeer) => void | Promise<void>,
  ): Promise<DatagramListener>;
  service<Name extends keyof PlatformServices>(name: Name): PlatformServices[Name];
}
