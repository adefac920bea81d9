import type { Dashboard } from '@stellwerk/contract/dashboard';
import type { WidgetStates } from '@stellwerk/contract/dashboard-widget';
import type { WidgetWeb } from '@stellwerk/plugin/widget-web';
import { createContext, useContext } from 'react';
import type { PlaceholderGroup } from '../../../ui/form/PlaceholderMenu.tsx';

export interface WidgetEditing {
  dashboard: Pick<Dashboard, 'id' | 'tenantId' | 'customParameters'>;
  type: string;
  /** Undefined for kinds without a web half. */
  web: WidgetWeb | undefined;
  /** Twins and states that the widget's filter finds. */
  found: { data: WidgetStates | undefined; isFetching: boolean; error: unknown };
  /** Placeholders in texts without a twin. */
  parameterPlaceholders: readonly PlaceholderGroup[];
  /** Placeholders in texts with parameters, twin, state and value. */
  allPlaceholders: readonly PlaceholderGroup[];
}

export const EditingContext = createContext<WidgetEditing | undefined>(undefined);

export function useEditing(): WidgetEditing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('outside of a widget editor');
  return editing;
}
