import { createDashboard, type WidgetFields } from '@stellwerk/contract/dashboard';
import type { Call } from '../local-call.ts';
import type { WorldDashboard } from '../world/types.ts';

type Options = WidgetFields['options'];
type Json = Options[string];

/** Replaces keys of the world in the options of widgets by ids. */
function withIds(value: Json, idOf: (key: string) => number): Json {
  if (typeof value === 'string') return value.startsWith('@') ? String(idOf(value.slice(1))) : value;
  if (Array.isArray(value)) return value.map((inner) => withIds(inner, idOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, idOf)]));
}

/** Creates dashboards in order, because they can embed earlier ones. */
export async function buildDashboards(
  call: Call,
  tenantId: number,
  dashboards: readonly WorldDashboard[],
  twinIds: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = new Map(twinIds);
  const idOf = (key: string): number => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`a dashboard of the demo world names ${key}, which is not there`);
    return id;
  };
  for (const { key, twin, widgets = [], ...fields } of dashboards) {
    const { data } = await call(createDashboard, {
      body: {
        ...fields,
        tenantId,
        parentDtwinId: twin === undefined ? null : idOf(twin),
        widgets: widgets.map((widget) => ({
          ...widget,
          options: Object.fromEntries(
            Object.entries(widget.options ?? {}).map(([name, value]) => [name, withIds(value, idOf)]),
          ),
        })),
      },
    });
    ids.set(`dashboard:${key}`, data.id);
  }
}
