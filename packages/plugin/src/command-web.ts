import type { ComponentType } from 'react';
import type { KindField, KindText } from './connector-web.ts';

export type { KindField, KindText } from './connector-web.ts';

export interface CommandField extends KindField {
  /** Offers the placeholders to insert. */
  hasPlaceholders?: boolean;
  /** Chosen among the states of the twin that the command acts on. */
  isStateKey?: boolean;
  /** Chosen among the downlinks that the driver of the device knows. */
  isDownlinkName?: boolean;
}

/**
 * The web half of a kind of command. Its words stand in `locales/{de,en}.json` beside it: `title`, `description`, and
 * for each option `field.<name>.label`, perhaps `.help` and `.info`, and `field.<name>.value.<choice>` where there is a
 * choice.
 */
export interface CommandWeb {
  icon: ComponentType<{ size?: string | number; 'aria-hidden'?: boolean }>;
  /** Place among the kinds that are offered. */
  order: number;
  /** In this order; what they leave out follows at the end, so that no option can get lost. */
  fields: readonly CommandField[];
  /** A command in one line, as far as its options tell it; empty where they don't yet. */
  summary: (options: Readonly<Record<string, unknown>>, t: KindText) => string;
}

/** Exported as `web` from `plugins/commands/<kind>/web.tsx`; the client finds it there by the name of the folder. */
export const defineCommandWeb = (web: CommandWeb): CommandWeb => web;
