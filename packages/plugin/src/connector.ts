import type { ConnectorCapabilities, connectorDirections } from '@stellwerk/contract/connector';
import type { z } from 'zod';
import type { PlatformServices } from './connector-host.ts';
import type { ListenerDeclaration, ListenerLimits } from './listener.ts';

/** A field that never leaves the server again. */
export interface SecretField {
  name: string;
  required: boolean;
  /** Made by the platform and shown once. */
  generated?: boolean;
}

/** `tcp` includes TLS and libraries that connect by themselves. */
export type EgressTransport = 'tcp' | 'http';

/** What a kind of connector is, without how it does it: read by the server, by the web and by forms. */
export interface ConnectorManifest<Options extends z.ZodObject = z.ZodObject> {
  /** Also the name of its folder. */
  type: string;
  /** Of the schema of its options. */
  version: number;
  direction: (typeof connectorDirections)[number];
  capabilities: ConnectorCapabilities;
  /** Clients that call out run in one process only, whatever listens in every process. */
  runs: 'once' | 'everywhere';
  /** How devices are named in the other system. */
  identifier: 'text' | 'eui64';
  options: Options;
  secrets: readonly SecretField[];
  /** What a device needs beside its name. */
  deviceData: z.ZodObject;
  /** Ports that the server opens for this kind. */
  listeners?: readonly ListenerDeclaration[];
  /** How its connectors may connect to other systems, through the egress guard. Without it they may not. */
  egress?: readonly EgressTransport[];
  uses?: readonly (keyof PlatformServices)[];
  limits?: ListenerLimits;
}

/** The manifest of a kind; `manifest.ts` of its folder exports the result as `manifest`. */
export const defineConnector = <Options extends z.ZodObject>(
  manifest: ConnectorManifest<Options>,
): ConnectorManifest<Options> => manifest;
