import type { RouteInput } from '@stellwerk/contract/core/route';
import { type Dashboard, dashboardLimits, type Widget, type WidgetFields } from '@stellwerk/contract/dashboard';
import type { configureWidget } from '@stellwerk/contract/dashboard-widget';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { type Changes, definitionOf } from './change.service.ts';
import type { StoredDashboard } from './dashboard.store.ts';
import { dashboardToWire } from './dashboard-mapper.ts';

type Configuration = RouteInput<typeof configureWidget>['body'];

interface WidgetPlace {
  dashboardId: number;
  widgetId: number;
}

/** Label of a widget in the list of versions. */
export const nameOf = ({ title, type }: Pick<WidgetFields, 'title' | 'type'>) => title || type;

/** The path contains a dashboard and a widget that were checked separately, so check that they belong together. */
function placeIn({ widgets }: Pick<StoredDashboard, 'widgets'>, widgetId: number) {
  const index = widgets.findIndex(({ id }) => id === widgetId);
  const widget = widgets[index];
  return widget ? { widget, index } : fail('WIDGET_NOT_FOUND');
}

export function requireRoom({ widgets }: StoredDashboard, count = 1): void {
  const limit = dashboardLimits.widgets;
  if (widgets.length + count > limit) fail('DASHBOARD_TOO_MANY_WIDGETS', { limit });
}

const widgetAt = ({ widgets }: StoredDashboard, index: number): Widget => widgets[index] ?? fail('WIDGET_NOT_FOUND');

export function createWidgetService({ changes }: { changes: Changes }) {
  function tell(ctx: Ctx, widget: Widget): Widget {
    ctx.activity.objects.push({ noun: 'widget', id: widget.id });
    return widget;
  }

  return {
    async create(ctx: Ctx, dashboardId: number, fields: WidgetFields): Promise<Widget> {
      const widget = changes.parseWidget(fields);
      const changed = await changes.change(ctx, dashboardId, (current) => {
        requireRoom(current);
        const before = definitionOf(current);
        const after = { ...before, widgets: [...before.widgets, widget] };
        return { after, change: 'widgetAdded', about: nameOf(widget) };
      });
      return tell(ctx, widgetAt(changed, changed.widgets.length - 1));
    },

    async configure(ctx: Ctx, { dashboardId, widgetId }: WidgetPlace, { basedOn, ...given }: Configuration) {
      const changed = await changes.change(ctx, dashboardId, (current) => {
        const { widget, index } = placeIn(current, widgetId);
        if (basedOn !== undefined && basedOn !== widget.revision) fail('WIDGET_CHANGED_MEANWHILE');
        const before = definitionOf(current);
        const { layoutOrderIdx: _, ...fields } = { ...widget, ...given };
        const next = given.options ? { ...fields, ...changes.parseWidget(fields) } : fields;
        const after = { ...before, widgets: before.widgets.with(index, next) };
        return { after, change: 'widgetConfig', about: nameOf(next) };
      });
      return placeIn(changed, widgetId).widget;
    },

    async duplicate(ctx: Ctx, { dashboardId, widgetId }: WidgetPlace): Promise<Widget> {
      const changed = await changes.change(ctx, dashboardId, (current) => {
        const { widget, index } = placeIn(current, widgetId);
        requireRoom(current);
        const { id: _id, layoutOrderIdx: _index, revision: _revision, ...copy } = widget;
        const before = definitionOf(current);
        const [upTo, behind] = [before.widgets.slice(0, index + 1), before.widgets.slice(index + 1)];
        const after = { ...before, widgets: [...upTo, copy, ...behind] };
        return { after, change: 'widgetDuplicated', about: nameOf(copy) };
      });
      return tell(ctx, widgetAt(changed, placeIn(changed, widgetId).index + 1));
    },

    async order(ctx: Ctx, dashboardId: number, order: readonly number[]): Promise<Dashboard> {
      const changed = await changes.change(ctx, dashboardId, (current) => {
        const before = definitionOf(current);
        const byId = new Map(before.widgets.map((widget) => [widget.id, widget]));
        const widgets = order.map((id) => byId.get(id) ?? fail('WIDGET_NOT_FOUND'));
        if (new Set(order).size < order.length || order.length < byId.size) fail('DASHBOARD_ORDER_INVALID');
        return { after: { ...before, widgets }, change: 'order', about: before.name };
      });
      return dashboardToWire(ctx, changed);
    },

    async remove(ctx: Ctx, { dashboardId, widgetId }: WidgetPlace): Promise<number> {
      const { revision } = await changes.change(ctx, dashboardId, (current) => {
        const { widget, index } = placeIn(current, widgetId);
        const before = definitionOf(current);
        const after = { ...before, widgets: before.widgets.toSpliced(index, 1) };
        return { after, change: 'widgetRemoved', about: nameOf(widget) };
      });
      return revision;
    },
  };
}
export type WidgetService = ReturnType<typeof createWidgetService>;
