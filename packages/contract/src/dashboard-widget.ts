import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { dashboard, dashboardLimits, dashboardTag, widget, widgetErrors, widgetFields } from './dashboard.ts';
import { valueTypes } from './state.ts';
import { timeZone } from './state-source.ts';
import { parameterName, parameterValue, widgetTwinFilter } from './widget.ts';

const dashboardParams = z.object({ id: textIdOf('dashboard') });
const widgetParams = dashboardParams.extend({ widgetId: textIdOf('widget') });

export const createWidget = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/widgets',
  tag: dashboardTag,
  summary: 'Add a widget at the end',
  permission: 'Dashboards.manage',
  params: dashboardParams,
  body: widgetFields,
  response: dataOf(widget),
  status: 201,
  errors: ['DASHBOARD_NOT_FOUND', ...widgetErrors],
});

const { title, hideHeader, floatHeader, borderless, minHeightPx, size, options } = widgetFields.shape;

/**
 * Absent fields stay unchanged; `options` are replaced as a whole. `basedOn` is the revision of the widget that the
 * change was made from; the call is refused if there is a newer one.
 */
export const configureWidget = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/widgets/{widgetId}/config',
  tag: dashboardTag,
  summary: 'Change a widget; its kind stays',
  permission: 'Dashboards.manage',
  params: widgetParams,
  body: z
    .object({
      title: title.unwrap(),
      hideHeader: hideHeader.unwrap(),
      floatHeader: floatHeader.unwrap(),
      borderless: borderless.unwrap(),
      minHeightPx: minHeightPx.unwrap(),
      size: size.unwrap(),
      options: options.unwrap(),
      basedOn: z.int(),
    })
    .partial(),
  response: dataOf(widget),
  errors: ['DASHBOARD_NOT_FOUND', 'WIDGET_NOT_FOUND', 'WIDGET_CHANGED_MEANWHILE', ...widgetErrors],
});

export const duplicateWidget = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/widgets/{widgetId}/duplicate',
  tag: dashboardTag,
  summary: 'A copy of a widget, right behind it',
  permission: 'Dashboards.manage',
  params: widgetParams,
  response: dataOf(widget),
  status: 201,
  errors: ['DASHBOARD_NOT_FOUND', 'WIDGET_NOT_FOUND', 'DASHBOARD_TOO_MANY_WIDGETS'],
});

export const orderWidgets = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/widgets/order',
  tag: dashboardTag,
  summary: 'Put the widgets of a dashboard into another order',
  permission: 'Dashboards.manage',
  params: dashboardParams,
  /** All widgets of the dashboard, each once. */
  body: z.object({ order: z.array(idOf('widget')).max(dashboardLimits.widgets) }),
  response: dataOf(dashboard),
  errors: ['DASHBOARD_NOT_FOUND', 'WIDGET_NOT_FOUND', 'DASHBOARD_ORDER_INVALID'],
});

export const deleteWidget = defineRoute({
  method: 'DELETE',
  path: '/api/v1/dashboards/{id}/widgets/{widgetId}',
  tag: dashboardTag,
  summary: 'Take a widget away',
  permission: 'Dashboards.manage',
  params: widgetParams,
  /** The version of the dashboard without the widget; the widget can be restored with it. */
  response: dataOf(z.object({ deleted: z.literal(true), version: z.int() })),
  errors: ['DASHBOARD_NOT_FOUND', 'WIDGET_NOT_FOUND'],
});

/** The kinds of widgets of this installation. */
export const listWidgetKinds = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards/widget-types',
  tag: dashboardTag,
  summary: 'The kinds of widgets that dashboards can be made of',
  permission: 'Dashboards.read',
  response: dataOf(
    z.array(
      z.object({
        type: z.string(),
        /** JSON Schema of `options`. */
        optionsSchema: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

const span = z.object({ start: isoTime, end: isoTime });

/** The error of one widget; the other widgets have their data. */
const problem = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** JSON in the format of the kind; charts return `{ series, truncated }`. Not validated: it may have 100,000 points. */
const widgetData = z.unknown();
const answer = z.object({ data: widgetData });
export const widgetAnswer = z.union([answer, z.object({ error: problem })]);
export type WidgetAnswer = z.output<typeof widgetAnswer>;
export type WidgetProblem = z.output<typeof problem>;

/**
 * Without a span, the dashboard's default span applies. Parameters are sent as `parameter_<name>`; unknown ones are
 * ignored. Each viewer gets the data that they may see; deleted and hidden twins and states are left out.
 */
const dataQuery = z
  .object({
    dateRangeStart: isoTime.optional(),
    dateRangeEnd: isoTime.optional(),
    /** Time zone in which days, weeks and months begin. Default: Europe/Berlin. */
    zone: timeZone.optional(),
  })
  .catchall(z.string().max(500));

const dataErrors = ['DASHBOARD_NOT_FOUND', 'HISTORY_SPAN_INVALID'] as const;

export const readDashboardData = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards/{id}/widgets/__all__/data',
  tag: dashboardTag,
  summary: 'The data of all widgets of a dashboard, by the id of the widget',
  permission: 'Dashboards.read',
  params: dashboardParams,
  query: dataQuery,
  response: dataOf(
    z.object({
      dateRange: span,
      /** The data includes all values before this time; subscribers of live values ask for those since. */
      readAt: isoTime,
      widgets: z.record(z.string(), widgetAnswer),
    }),
  ),
  errors: dataErrors,
});

export const readWidgetData = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards/{id}/widgets/{widgetId}/data',
  tag: dashboardTag,
  summary: 'The data of one widget; charts refuse more than 2,000 intervals',
  permission: 'Dashboards.read',
  params: widgetParams,
  query: dataQuery,
  response: dataOf(widgetData),
  errors: [
    ...dataErrors,
    'WIDGET_NOT_FOUND',
    'WIDGET_TYPE_UNKNOWN',
    'WIDGET_OPTIONS_INVALID',
    'WIDGET_TOO_MANY_POINTS',
    'WIDGET_SPAN_TOO_LONG',
  ],
});

const givenParameters = z.record(parameterName, parameterValue).default({});

/** The dashboard id is sent twice because the specification does so; the one in the path counts. */
export const previewWidget = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/widgets/__by_definition__/data',
  tag: dashboardTag,
  summary: 'The data of a widget that is not saved yet',
  permission: 'Dashboards.read',
  readOnly: true,
  params: dashboardParams,
  body: z.object({
    dashboardId: idOf('dashboard').optional(),
    widgetDefinition: widgetFields.pick({ type: true, options: true }),
    dateRange: span.optional(),
    zone: timeZone.optional(),
    customParameters: givenParameters,
  }),
  response: dataOf(widgetData),
  errors: [
    ...dataErrors,
    'WIDGET_TYPE_UNKNOWN',
    'WIDGET_OPTIONS_INVALID',
    'WIDGET_TOO_MANY_POINTS',
    'WIDGET_SPAN_TOO_LONG',
  ],
});

/** Candidates for the choice of states while a widget is edited. */
export const findWidgetStates = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/states',
  tag: dashboardTag,
  summary: 'Which states the twins of a filter have, and some of these twins',
  permission: 'Dashboards.read',
  readOnly: true,
  body: z.object({
    dashboardId: idOf('dashboard'),
    twinFilter: widgetTwinFilter.prefault({}),
    customParameters: givenParameters,
  }),
  response: dataOf(
    z.object({
      twinCount: z.int(),
      /** The first twins by title. */
      twins: z.array(z.object({ id: z.int(), title: z.string() })),
      /** Grouped by key; the most frequent first. */
      states: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          unit: z.string(),
          valueType: z.enum(valueTypes),
          twinCount: z.int(),
        }),
      ),
      /** Keys of key-value pairs in use, as candidates for attributes. */
      keyValueKeys: z.array(z.string()),
    }),
  ),
  errors: ['DASHBOARD_NOT_FOUND'],
});
export type WidgetStates = z.output<typeof findWidgetStates.response>['data'];
