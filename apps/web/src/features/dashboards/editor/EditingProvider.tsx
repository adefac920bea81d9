import type { Dashboard } from '@stellwerk/contract/dashboard';
import { widgetTwinFilter } from '@stellwerk/contract/widget';
import { type ReactNode, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { widgetWebs } from '../kinds/all-kinds.ts';
import { useWidgetStates, type WidgetStatesQuery } from '../widget.queries.ts';
import { EditingContext, type WidgetEditing } from './editor-context.ts';
import { pathOfInput } from './widget-form.ts';

interface EditingProviderProps {
  dashboard: Dashboard;
  type: string;
  parameters: ReadonlyMap<string, string>;
  children: ReactNode;
}

const widgetPlaceholders = ['twin.title', 'twin.id', 'state.title', 'state.key', 'value'];

/** Context of all inputs of the editor, above all the result of the twin filter. */
export function EditingProvider({ dashboard, type, parameters, children }: EditingProviderProps) {
  const { t } = useTranslation('dashboards');
  const web = widgetWebs.get(type);
  const filterPath = pathOfInput(web, 'twinFilter');
  const entered: unknown = useWatch({ name: `options.${filterPath ?? 'twinFilter'}` });
  const filter = useMemo(() => widgetTwinFilter.safeParse(entered ?? {}), [entered]);
  const asked = JSON.stringify({
    dashboardId: dashboard.id,
    twinFilter: filter.data,
    customParameters: Object.fromEntries(parameters),
  });
  const rested = useDebouncedValue(asked);
  const dataQuery = useMemo((): WidgetStatesQuery => JSON.parse(rested), [rested]);
  const { data, isFetching, error } = useWidgetStates(filterPath && filter.success ? dataQuery : undefined);

  const { customParameters } = dashboard;
  const editing = useMemo((): WidgetEditing => {
    const names = customParameters.map(({ name }) => `param.${name}`);
    const ofDashboard = names.length > 0 ? [{ title: t('editor.placeholder.parameters'), names }] : [];
    return {
      dashboard,
      type,
      web,
      found: { data: data ?? undefined, isFetching, error },
      parameterPlaceholders: ofDashboard,
      allPlaceholders: [{ title: t('editor.placeholder.widget'), names: widgetPlaceholders }, ...ofDashboard],
    };
  }, [dashboard, customParameters, type, web, data, isFetching, error, t]);
  return <EditingContext value={editing}>{children}</EditingContext>;
}
