/** A port that the server opens for all connectors of a kind. */
export interface ListenerDeclaration {
  /** Name that the kind uses to open it. */
  name: string;
  /** `tls` uses the certificate of the installation. */
  transport: 'tcp' | 'tls' | 'udp';
  /** Without a default, the listener is off until its setting contains a port. */
  defaultPort?: number;
  /** Environment variable that overrides the port; ends with `_PORT` and is unique among kinds. */
  setting: string;
  /** The kind itself refuses new clients while the server stops; otherwise their connections are closed. */
  answersWhileStopping?: boolean;
}

export interface ListenerLimits {
  /** Maximum of open connections per listener; further ones are refused. */
  connections?: number;
  /** Maximum of datagrams in progress per listener; further ones are dropped. */
  pendingDatagrams?: number;
}
