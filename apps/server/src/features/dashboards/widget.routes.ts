import {
  configureWidget,
  createWidget,
  deleteWidget,
  duplicateWidget,
  listWidgetKinds,
  orderWidgets,
} from '@stellwerk/contract/dashboard-widget';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { WidgetKinds } from './data/index.ts';
import type { WidgetService } from './widget.service.ts';

const placeOf = ({ id, widgetId }: { id: number; widgetId: number }) => ({ dashboardId: id, widgetId });

interface WidgetRoutesDeps {
  widgets: WidgetService;
  kinds: Pick<WidgetKinds, 'wire'>;
}

export const widgetRoutes = ({ widgets, kinds }: WidgetRoutesDeps): HandledRoute[] => [
  handle(listWidgetKinds, async () => ({ data: kinds.wire() })),
  handle(createWidget, async (ctx, { params, body }) => ({ data: await widgets.create(ctx, params.id, body) })),
  handle(configureWidget, async (ctx, { params, body }) => ({
    data: await widgets.configure(ctx, placeOf(params), body),
  })),
  handle(duplicateWidget, async (ctx, { params }) => ({ data: await widgets.duplicate(ctx, placeOf(params)) })),
  handle(orderWidgets, async (ctx, { params, body }) => ({ data: await widgets.order(ctx, params.id, body.order) })),
  handle(deleteWidget, async (ctx, { params }) => ({
    data: { deleted: true as const, version: await widgets.remove(ctx, placeOf(params)) },
  })),
];
