import type { Dashboard } from '@stellwerk/contract/dashboard';
import type { WidgetStates } from '@stellwerk/contract/dashboard-widget';
import type { WidgetWeb } from '@stellwerk/plugin/widget-web';
import { createContext, useContext } from 'react';
import type { PlaceholderGroup } from '../../../ui/form/PlaceholderMenu.tsx';

export interface WidgetEditing {
  dashboard: Pick<Dashboard, 'id' | 'tenantId' | 'customParameters'>;
  type: string;
  /** Undefined for kinds that this program does not know. */
  web: WidgetWeb | undefined;
  /** Which twins and states the filter of the widget finds. */
  found: { data: WidgetStates | undefined; isFetching: boolean; error: unknown };
  /** What texts can hold that are filled before there is a twin. */
  parameterPlaceholders: readonly PlaceholderGroup[];
  /** The same with twin, state and value. */
  allPlaceholders: readonly PlaceholderGroup[];
}

export const EditingContext = createContext<WidgetEditing | undefined>(undefined);

export function useEditing(): WidgetEditing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('outside of a widget editor');
  return editing;
}
