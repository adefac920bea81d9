import type { ComponentType } from 'react';
import type { FieldProps } from '../../../../ui/form/form-context.ts';

export interface WidgetInputProps extends Pick<FieldProps, 'name' | 'label' | 'help' | 'info'> {
  /** JSON Schema of the option. */
  schema: Readonly<Record<string, unknown>>;
}

export type WidgetInputComponent = ComponentType<WidgetInputProps>;

/** Maximum number of items in a list. */
export const maxItemsOf = ({ maxItems }: WidgetInputProps['schema']): number =>
  typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
