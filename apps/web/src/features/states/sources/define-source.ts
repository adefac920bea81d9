import type { State } from '@stellwerk/contract/state';
import type { StateSource } from '@stellwerk/contract/state-source';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export interface SourceFieldsProps {
  twinId: number;
  /** Absent for a new one. */
  state: State | undefined;
}

/** How the form deals with one kind of source. Its words stand in the texts under `source.<kind>`. */
export interface SourceForm {
  source: StateSource;
  icon: LucideIcon;
  /** Place among the choices. */
  order: number;
  /** The configuration with which a new one begins; fields that have to be filled are left out. */
  blank: { source: StateSource } & Record<string, unknown>;
  /** Its fields, named `config.…`; absent where there is nothing to say. */
  Fields?: ComponentType<SourceFieldsProps>;
  /** Values pass through a script on their way in. */
  hasTransformer: boolean;
  /** What it would give now can be asked for. */
  hasPreview: boolean;
}

/** Each kind lives in its own folder and exports one of these as `source`; the form finds it there. */
export const defineSource = (form: SourceForm): SourceForm => form;
