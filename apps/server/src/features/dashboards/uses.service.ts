import { widgetTwinFilter } from '@stellwerk/contract/widget';
import type { StateUse, StateUses } from '../states/index.ts';
import { resolveFilter, resolveParameters, type WidgetKinds } from './data/index.ts';
import { findAskedStates, findFitting, findWidgetsHolding, type HoldingWidget } from './uses.store.ts';

/** More than anybody reads; each is looked at by itself. */
const mostWidgets = 200;

/**
 * "Which dashboards show this?" Widgets name keys of states and find twins by a filter: it holds with what the dashboard's
 * parameters are by default. One use a dashboard, however many of its widgets show the state.
 */
export function createStateUses(kinds: WidgetKinds): StateUses {
  /** What a widget shows of which twins; nothing where its options can't be read any more. */
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
      const fitting = await findFitting(db, viewer, shown.filter, twinIds);
      for (const { id: stateId } of named.filter(({ twinId }) => fitting.has(twinId))) {
        const { dashboardId: id, name: title } = widget;
        uses.set(`${stateId} ${id}`, { kind: 'widget', stateId, id, title, twinId: null });
      }
    }
    return [...uses.values()];
  };
}
