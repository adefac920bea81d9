import type { z } from 'zod';

/** Manifest of a kind of command, without its implementation: read by the server, by the web and by forms. */
export interface CommandManifest<Options extends z.ZodObject = z.ZodObject> {
  /** Also the name of the folder. */
  type: string;
  /** Version of the options schema. */
  version: number;
  /** The target inside the platform: nothing, any twin, or a virtual device. */
  acts: 'none' | 'twin' | 'device';
  /** Kinds of connectors that it can use; `deliveries`: all kinds that accept deliveries. Empty: it uses none. */
  connectorTypes: readonly string[] | 'deliveries';
  isConnectorRequired: boolean;
  /** Counts towards the account's mail quota; without a connector it uses the account's mail server. */
  isMail: boolean;
  /** Name of the option that contains the key of a state of the target twin. */
  stateKeyOption?: string;
  /** Name of the option that contains a script, which sees the values of the placeholders. */
  scriptOption?: string;
  /** Texts may contain placeholders, so the schema must accept them. */
  options: Options;
}

/** The manifest of a kind; `manifest.ts` of its folder exports the result as `manifest`. */
export const defineCommand = <Options extends z.ZodObject>(
  manifest: CommandManifest<Options>,
): CommandManifest<Options> => manifest;
