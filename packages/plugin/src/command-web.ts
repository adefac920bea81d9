import type { ComponentType } from 'react';
import type { KindField, KindText } from './connector-web.ts';

export type { KindField, KindText } from './connector-web.ts';

export interface CommandField extends KindField {
  /** Offers placeholders for insertion. */
  hasPlaceholders?: boolean;
  /** Offers the states of the twin that the command acts on. */
  isStateKey?: boolean;
  /** Offers the downlinks defined by the driver of the device. */
  isDownlinkName?: boolean;
}

/**
 * The web half of a kind of command. Its texts are in `locales/{de,en}.json` beside it: `title`, `description`, and for
 * each option `field.<name>.label`, optionally `.help` and `.info`, and `field.<name>.value.<choice>` for choices.
 */
export interface CommandWeb {
  icon: ComponentType<{ size?: string | number; 'aria-hidden'?: boolean }>;
  /** Position in the list of kinds. */
  order: number;
  /** Fields in display order; options without a field are appended, so that no option is missing in the form. */
  fields: readonly CommandField[];
  /** Summary of a command in one line, derived from its options; empty if they are incomplete. */
  summary: (options: Readonly<Record<string, unknown>>, t: KindText) => string;
}

/** Exported as `web` from `plugins/commands/<kind>/web.tsx`; the client finds it there by the name of the folder. */
export const defineCommandWeb = (web: CommandWeb): CommandWeb => web;
