import type { Connector } from '@stellwerk/contract/connector';
import type { ComponentType } from 'react';
import type { JsonValue } from './json.ts';

/** A text of the kind's `locales/{de,en}.json`, by key. */
export type KindText = (key: string, values?: Record<string, string | number>) => string;

/** Appearance of a form field. Its type and validation are defined by the schema of the options. */
export interface KindField {
  /** Name of an option or of a secret. */
  name: string;
  /** An example value. */
  placeholder?: string;
  /** More than one row gives a text area. */
  rows?: number;
  unit?: string;
  /** Condition on the entered options for showing the field. */
  when?: (options: Readonly<Record<string, unknown>>) => boolean;
}

/** A titled part of the form; its title is in the texts under `section.<id>`. */
export interface KindSection {
  id: string;
  fields: readonly KindField[];
}

/** A value to enter in the other system or to copy, or a remark. */
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
  /** Value of an endpoint by its name; empty if the server returns none. */
  endpoint: (name: string) => string;
  /** Identifier of one of its devices, for examples. */
  identifier: string;
  t: KindText;
}

/** Generated secrets by name, shown this once. */
export type GeneratedSecrets = Readonly<Record<string, string>>;

/**
 * The web half of a kind of connector. Its texts are in `locales/{de,en}.json` beside it: `title`, `description`,
 * `section.<id>`, and for each option and secret `field.<name>.label`, optionally `.help` and `.info`, and
 * `field.<name>.value.<choice>` for choices.
 */
export interface ConnectorWeb {
  icon: ComponentType<{ size?: string | number; 'aria-hidden'?: boolean }>;
  /** Position in the list of kinds. */
  order: number;
  /** Sections in display order; options without a section are appended, so that no option is missing in the form. */
  sections: readonly KindSection[];
  /** Values to enter in the other system, filled in for one connector. */
  reference: (input: ReferenceInput) => ReferencePart[];
  /** A command to try the connector with; `email` is the address of the reader. */
  testMessage?: (reader: { email: string }) => JsonValue;
  /** All that a client needs, complete commands included: shown once, with the generated secrets. */
  credentials?: (input: ReferenceInput, generated: GeneratedSecrets) => ReferenceEntry[];
}

/** Exported as `web` from `plugins/connectors/<kind>/web.tsx`; the client finds it there by the name of the folder. */
export const defineConnectorWeb = (web: ConnectorWeb): ConnectorWeb => web;
