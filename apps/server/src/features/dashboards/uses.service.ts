import { readsStates } from '@stellwerk/contract/state';
import { widgetTwinFilter } from '@stellwerk/contract/widget';
import { visibleIds } from '../../platform/tenancy/scoped-from.ts';
import type { StateUse, StateUses } from '../states/index.ts';
import { matchingTwins, resolveFilter, resolveParameters, type WidgetKinds } from './data/index.ts';
import { findAskedStates, findWidgetsHolding, type HoldingWidget } from './uses.store.ts';

/** More than a user reads; each widget costs a query. */
const mostWidgets = 200;

/**
 * Finds the dashboards that show states. Widgets reference states by key and twins by a filter, which is resolved with
 * the default values of the dashboard's parameters. Each dashboard counts once, even if several widgets show the state.
 */
export function createStateUses(kinds: WidgetKinds): StateUses {
  /** The keys and the filter of a widget; undefined if its options are no longer valid. */
  function shownBy({ type, options, customParameters }: HoldingWidget) {
    const kind = kinds.find(type);
    const parsed = kind?.manifest.options.safeParse(options);
    if (!kind || !parsed?.success) return undefined;
    const twinFilter = widgetTwinFilter.safeParse(parsed.data.twinFilter);
    const filter = twinFilter.success && resolveFilter(twinFilter.data, resolveParameters(customParameters, new Map()));
    if (!filter) return undefined;
    const keys = kind.server.stateKeys?.(parsed.data) ?? [];
    return { keys: new Set(keys.map((key) => key.toLowerCase())), filter };
  }

  return async (db, actor, stateIds) => {
    const asked = await findAskedStates(db, stateIds);
    if (asked.length === 0) return [];
    const words = [...new Set(asked.map(({ key }) => key))];
    const uses = new Map<string, StateUse>();
    for (const widget of await findWidgetsHolding(db, actor, words, mostWidgets)) {
      const shown = shownBy(widget);
      const named = asked.filter(({ key }) => shown?.keys.has(key));
      if (!shown || named.length === 0) continue;
      const viewer = { actor, accountScopePath: widget.accountScopePath };
      const twinIds = named.map(({ twinId }) => twinId);
      const fitting = await visibleIds(db, matchingTwins(viewer, shown.filter, readsStates), twinIds);
      for (const { id: stateId } of named.filter(({ twinId }) => fitting.has(twinId))) {
        const { dashboardId: id, name: title } = widget;
        uses.set(`${stateId} ${id}`, { kind: 'widget', stateId, id, title, twinId: null });
      }
    }
    return [...uses.values()];
  };
}
