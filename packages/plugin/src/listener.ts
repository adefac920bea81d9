/** A port that the server opens for all connectors of a kind. */
export interface ListenerDeclaration {
  /** The name by which the kind opens it. */
  name: string;
  /** `tls` uses the certificate of the installation. */
  transport: 'tcp' | 'tls' | 'udp';
  /** Without one, the listener is off until its setting names a port. */
  defaultPort?: number;
  /** The environment variable that overrides the port; it ends with `_PORT`, and no other kind has it. */
  setting: string;
  /** The kind itself refuses new clients while the server stops. Otherwise their connections are closed at once. */
  answersWhileStopping?: boolean;
}

export interface ListenerLimits {
  /** Open connections of each listener; more are refused. */
  connections?: number;
  /** Datagrams in work of each listener; more are dropped. */
  pendingDatagrams?: number;
}
