import type { z } from 'zod';

/** What a kind of command is, without how it does it: read by the server, by the web and by forms. */
export interface CommandManifest<Options extends z.ZodObject = z.ZodObject> {
  /** Also the name of its folder. */
  type: string;
  /** Of the schema of its options. */
  version: number;
  /** What it acts on inside of the platform: nothing, any twin, or a virtual device. */
  acts: 'none' | 'twin' | 'device';
  /** Kinds of connectors that it can go through; `deliveries`: all that take any. Empty: it goes through none. */
  connectorTypes: readonly string[] | 'deliveries';
  isConnectorRequired: boolean;
  /** Counts among the mails of the account; without a connector it goes through the account's mail server. */
  isMail: boolean;
  /** Which option names a state of the twin that it acts on, by its key. */
  stateKeyOption?: string;
  /** Texts may hold placeholders: the schema must let them pass. */
  options: Options;
}

/** The manifest of a kind; `manifest.ts` of its folder exports the result as `manifest`. */
export const defineCommand = <Options extends z.ZodObject>(
  manifest: CommandManifest<Options>,
): CommandManifest<Options> => manifest;
