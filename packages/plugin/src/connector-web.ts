import type { Connector } from '@stellwerk/contract/connector';
import type { ComponentType } from 'react';

/** A text of the kind's own `locales/{de,en}.json`, by its key. */
export type KindText = (key: string, values?: Record<string, string | number>) => string;

/** How a field of the form looks. What it holds, and what is allowed in it, says the schema of the options. */
export interface KindField {
  /** Name of an option or of a secret. */
  name: string;
  /** A sample of what is expected. */
  placeholder?: string;
  /** More than one makes a text area. */
  rows?: number;
  unit?: string;
  /** Shown only while this holds for what is entered. */
  when?: (options: Readonly<Record<string, unknown>>) => boolean;
}

/** A titled part of the form; its title stands in the texts under `section.<id>`. */
export interface KindSection {
  id: string;
  fields: readonly KindField[];
}

/** Something to enter elsewhere, to copy, or to know. */
export type ReferenceEntry =
  | { is: 'value'; label: string; value: string }
  | { is: 'command'; label: string; text: string }
  | { is: 'note'; text: string };

export interface ReferencePart {
  title: string;
  entries: readonly ReferenceEntry[];
}

export interface ReferenceInput {
  connector: Connector;
  /** Address or topic by the name under which the server gives it; empty where it gives none. */
  endpoint: (name: string) => string;
  /** The identifier of one of its devices, for examples. */
  identifier: string;
  t: KindText;
}

/**
 * The web half of a kind of connector. Its words stand in `locales/{de,en}.json` beside it: `title`, `description`,
 * `section.<id>`, and for each option and secret `field.<name>.label`, perhaps `.help` and `.info`, and
 * `field.<name>.value.<choice>` where there is a choice.
 */
export interface ConnectorWeb {
  icon: ComponentType<{ size?: string | number; 'aria-hidden'?: boolean }>;
  /** Place among the kinds that are offered. */
  order: number;
  /** In this order; what they leave out follows at the end, so that no option can get lost. */
  sections: readonly KindSection[];
  /** What has to be entered in the other system, filled with the values of one connector. */
  reference: (input: ReferenceInput) => ReferencePart[];
}

/** Exported as `web` from `plugins/connectors/<kind>/web.tsx`; the client finds it there by the name of the folder. */
export const defineConnectorWeb = (web: ConnectorWeb): ConnectorWeb => web;
