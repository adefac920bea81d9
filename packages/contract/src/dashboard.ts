import { z } from 'zod';
import { distinctBy } from './core/distinct.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf, textNumber } from './core/id.ts';
import { textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { parameterName, parameterValue } from './widget.ts';

export const dashboardTag = 'dashboards';

export const dashboardLimits = {
  widgets: 60,
  parameters: 20,
  /** Older versions are deleted. */
  versions: 100,
  /** Maximum nesting of dashboards, including the outermost. */
  depth: 3,
} as const;

export const calendarRanges = ['today', 'yesterday', 'this-week', 'this-month', 'last-month', 'this-year'] as const;

/** Calendar ranges follow the viewer's time zone; they are relative ranges with names. */
export const dashboardDateRange = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('absolute'), start: isoTime, end: isoTime })
    .refine(({ start, end }) => Date.parse(start) < Date.parse(end), { path: ['end'] }),
  z.object({
    type: z.literal('relative'),
    amount: z.int().min(1).max(100_000),
    unit: z.enum(['m', 'h', 'd']),
    end: z.literal('now').default('now'),
  }),
  z.object({ type: z.literal('calendar'), preset: z.enum(calendarRanges) }),
]);
export type DashboardDateRange = z.output<typeof dashboardDateRange>;

/** Texts that filters, titles and actions can insert as `{{param.<name>}}`; `?parameter_<name>=…` in the URL wins. */
export const customParameters = z
  .array(
    z.object({
      name: parameterName,
      defaultValue: parameterValue.default(''),
      /** Display name; the name if empty. */
      label: z.string().trim().max(100).default(''),
    }),
  )
  .max(dashboardLimits.parameters)
  .superRefine(distinctBy(({ name }: { name: string }) => name));

export const widgetType = z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/);

/** Fields of every widget, independent of its kind. */
export const widgetFields = z.object({
  /** May contain `{{param.<name>}}`. */
  title: z.string().trim().max(200).default(''),
  hideHeader: z.boolean().default(false),
  /** The header overlays the content and appears on hover. */
  floatHeader: z.boolean().default(false),
  borderless: z.boolean().default(false),
  minHeightPx: z.int().min(64).max(2_000).default(280),
  type: widgetType,
  /** Width in columns of twelve; on phones every widget is twelve columns wide. */
  size: z.int().min(1).max(12).default(6),
  /** Options as described by the kind: `GET /dashboards/widget-types`. */
  options: z.record(z.string(), z.json()).default({}),
});
export type WidgetFields = z.output<typeof widgetFields>;

export const widget = widgetFields.extend({
  id: z.int(),
  layoutOrderIdx: z.int(),
  revision: z.int(),
});
export type Widget = z.output<typeof widget>;

export const dashboardFields = z.object({
  name: z.string().trim().min(1).max(200),
  defaultDateRange: dashboardDateRange.default({ type: 'relative', amount: 24, unit: 'h', end: 'now' }),
  /** The twin that the dashboard is attached to; users who may see dashboards in the twin's scope see it. */
  parentDtwinId: idOf('twin').nullable().default(null),
  customParameters: customParameters.default([]),
  /** Interval after which all data is read again; live values arrive independently. Null: only on request. */
  refreshSeconds: z.int().min(10).max(86_400).nullable().default(null),
});
export type DashboardFields = z.output<typeof dashboardFields>;

const summary = z.object({
  id: z.int(),
  name: z.string(),
  tenantId: z.int(),
  tenantName: z.string(),
  parentDtwinId: z.int().nullable(),
  /** Also null if the caller may not see the twin. */
  parentDtwinTitle: z.string().nullable(),
  isFavourite: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
  updatedBy: z.string().nullable(),
  abilities: z.object({ update: z.boolean() }),
});

export const dashboardRow = summary.extend({
  widgetCount: z.int(),
  /** Kinds of its widgets, each once. */
  widgetTypes: z.array(z.string()),
});
export type DashboardRow = z.output<typeof dashboardRow>;

export const dashboard = summary.extend({
  ...dashboardFields.shape,
  parentDtwinId: z.int().nullable(),
  defaultDateRange: dashboardDateRange,
  customParameters,
  refreshSeconds: z.int().nullable(),
  /** Incremented with every change of the dashboard or its widgets. */
  revision: z.int(),
  /** In display order. */
  widgets: z.array(widget),
});
export type Dashboard = z.output<typeof dashboard>;

const sorts = ['name', 'tenantName', 'updatedAt', 'createdAt'] as const;
export type DashboardSort = (typeof sorts)[number];

export const listDashboards = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards',
  tag: dashboardTag,
  summary: 'Dashboards that the caller may see',
  permission: 'Dashboards.read',
  query: listQuery.extend({
    sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
    /** Only dashboards of these accounts, not of accounts below them. */
    accountIds: textList(textIdOf('account'), 100).optional(),
    /** Only dashboards attached to this twin. */
    dtwinId: textIdOf('twin').optional(),
  }),
  response: listOf(dashboardRow),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('dashboard') });

export const readDashboard = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards/{id}',
  tag: dashboardTag,
  summary: 'A dashboard with the definitions of its widgets',
  permission: 'Dashboards.read',
  params,
  response: dataOf(dashboard),
  errors: ['DASHBOARD_NOT_FOUND'],
});

export const widgetErrors = [
  'WIDGET_TYPE_UNKNOWN',
  'WIDGET_OPTIONS_INVALID',
  'DASHBOARD_NESTED_CIRCLE',
  'DASHBOARD_NESTED_TOO_DEEP',
  'DASHBOARD_TOO_MANY_WIDGETS',
] as const;

/** With `widgets`, an exported dashboard is imported as a whole. */
export const createDashboard = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards',
  tag: dashboardTag,
  summary: 'Create a dashboard',
  permission: 'Dashboards.manage',
  body: dashboardFields.extend({
    tenantId: idOf('account'),
    widgets: z.array(widgetFields).max(dashboardLimits.widgets).default([]),
  }),
  response: dataOf(dashboard),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND', 'DASHBOARD_NOT_FOUND', ...widgetErrors],
});

/** A name is generated if none is sent. */
export const createReadyMade = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/ready-made',
  tag: dashboardTag,
  summary: 'Create a useful dashboard for a device, or for a building and what is below it',
  permission: 'Dashboards.manage',
  body: z.object({ dtwinId: idOf('twin'), name: dashboardFields.shape.name.optional() }),
  response: dataOf(dashboard),
  status: 201,
  errors: ['DTWIN_NOT_FOUND'],
});

export const duplicateDashboard = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/duplicate',
  tag: dashboardTag,
  summary: 'A copy with all widgets, in the same account or in another one',
  permission: 'Dashboards.manage',
  params,
  body: z.object({ name: dashboardFields.shape.name.optional(), tenantId: idOf('account').optional() }),
  response: dataOf(dashboard),
  status: 201,
  errors: ['DASHBOARD_NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
});

/**
 * Absent fields stay unchanged. `basedOn` is the revision that the change was made from; the call is refused if there
 * is a newer one.
 */
export const configureDashboard = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/config',
  tag: dashboardTag,
  summary: 'Change name, default date range, parameters and place of a dashboard',
  permission: 'Dashboards.manage',
  params,
  body: z
    .object({
      name: dashboardFields.shape.name,
      defaultDateRange: dashboardDateRange,
      parentDtwinId: idOf('twin').nullable(),
      customParameters,
      refreshSeconds: dashboardFields.shape.refreshSeconds.unwrap(),
      basedOn: z.int(),
    })
    .partial(),
  response: dataOf(dashboard),
  errors: ['DASHBOARD_NOT_FOUND', 'DTWIN_NOT_FOUND', 'DASHBOARD_CHANGED_MEANWHILE'],
});

export const deleteDashboard = defineRoute({
  method: 'DELETE',
  path: '/api/v1/dashboards/{id}',
  tag: dashboardTag,
  summary: 'Delete a dashboard; widgets that show it inside of others say that it is gone',
  permission: 'Dashboards.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DASHBOARD_NOT_FOUND'],
});

const version = z.object({
  version: z.int(),
  createdAt: isoTime,
  createdBy: z.string().nullable(),
  /** The kind of change. */
  change: z.enum([
    'created',
    'config',
    'widgetAdded',
    'widgetConfig',
    'widgetRemoved',
    'widgetDuplicated',
    'widgetBroughtBack',
    'order',
    'restored',
  ]),
  /** The title of the changed widget, or the name of the dashboard. */
  about: z.string(),
});
export type DashboardVersion = z.output<typeof version>;

export const listDashboardVersions = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards/{id}/versions',
  tag: dashboardTag,
  summary: 'The versions of a dashboard, newest first; the last hundred',
  permission: 'Dashboards.read',
  params,
  response: dataOf(z.array(version)),
  errors: ['DASHBOARD_NOT_FOUND'],
});

const versionParams = params.extend({ version: textNumber });

export const readDashboardVersion = defineRoute({
  method: 'GET',
  path: '/api/v1/dashboards/{id}/versions/{version}',
  tag: dashboardTag,
  summary: 'A dashboard as it was',
  permission: 'Dashboards.read',
  params: versionParams,
  response: dataOf(version.extend({ dashboard })),
  errors: ['DASHBOARD_NOT_FOUND', 'DASHBOARD_VERSION_NOT_FOUND'],
});

/** A restored version becomes a new version, so nothing is lost. Existing widgets keep their ids. */
export const restoreDashboardVersion = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/versions/{version}/restore',
  tag: dashboardTag,
  summary: 'Make a dashboard what it was',
  permission: 'Dashboards.manage',
  params: versionParams,
  response: dataOf(dashboard),
  errors: ['DASHBOARD_NOT_FOUND', 'DASHBOARD_VERSION_NOT_FOUND', ...widgetErrors],
});

/** Restores deleted widgets with their ids at their old positions; changes that others made since then stay. */
export const bringBackWidgets = defineRoute({
  method: 'POST',
  path: '/api/v1/dashboards/{id}/versions/{version}/bring-back',
  tag: dashboardTag,
  summary: 'Undo the removal of a widget: what this version took away comes back',
  permission: 'Dashboards.manage',
  params: versionParams,
  response: dataOf(dashboard),
  errors: ['DASHBOARD_NOT_FOUND', 'DASHBOARD_VERSION_NOT_FOUND', ...widgetErrors],
});
