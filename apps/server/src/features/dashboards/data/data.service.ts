import { createHash } from 'node:crypto';
import type {
  findWidgetStates,
  previewWidget,
  readDashboardData,
  WidgetAnswer,
  WidgetStates,
} from '@stellwerk/contract/dashboard-widget';
import type { WidgetSpan } from '@stellwerk/plugin/widget-server';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Grant } from '../../../platform/policy/policy.ts';
import { defaultZone } from '../../state-history/index.ts';
import { findDashboard, type StoredDashboard } from '../dashboard.store.ts';
import { createShortCache } from './cache.ts';
import { findPairKeys, findStateChoices } from './choice.store.ts';
import { createWidgetContext } from './context.ts';
import type { WidgetKinds } from './kinds.ts';
import { parametersOfQuery, resolveParameters } from './parameters.ts';
import { type AskedSpan, resolveSpan } from './span.ts';
import { resolveFilter } from './twin-filter.ts';
import { findTwinIds, findTwins } from './viewer.store.ts';

type DataQuery = z.output<typeof readDashboardData.query>;

export interface DashboardDataOptions {
  history: History;
  clock: Clock;
  kinds: WidgetKinds;
  /** How long answers are kept for others who ask the same; 0: not at all. */
  cacheMs?: number;
}

/** What the caller wants to see of a dashboard; `signal` ends it when nobody waits any more. */
interface Look {
  dashboard: StoredDashboard;
  span: WidgetSpan;
  parameters: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

type Asked = Omit<AskedSpan, 'zone'> & { zone?: string | undefined };
type Definition = Pick<StoredDashboard['widgets'][number], 'type' | 'options'>;

/** How many twins the choice of states names. */
const namedTwins = 20;

const grantKeys = new WeakMap<readonly Grant[], string>();

/** The same for all who may see the same. */
function keyOfGrants(grants: readonly Grant[]): string {
  const known = grantKeys.get(grants);
  if (known) return known;
  const lines = grants.map(({ scope, permissions }) => `${scope} ${permissions.toSorted().join()}`);
  const key = createHash('sha256').update(lines.sort().join('\n')).digest('base64');
  grantKeys.set(grants, key);
  return key;
}

export function createDashboardData({ history, clock, kinds, cacheMs }: DashboardDataOptions) {
  const cache = createShortCache({
    nowMs: () => clock.now().getTime(),
    ...(cacheMs === undefined ? {} : { maxAgeMs: cacheMs }),
  });

  async function lookAt(ctx: Ctx, id: number, given: Asked, values: ReadonlyMap<string, string>) {
    const dashboard = (await findDashboard(ctx.db, id)) ?? fail('DASHBOARD_NOT_FOUND');
    const { zone = defaultZone } = given;
    const span = resolveSpan({ ...given, zone }, dashboard.defaultDateRange, clock.now());
    return { dashboard, span, parameters: resolveParameters(dashboard.customParameters, values) };
  }

  /** Everything that an answer depends on. What is kept may be as old as the span is rounded. */
  function keyOf(ctx: Ctx, { dashboard, span, parameters }: Look, { type, options }: Definition): string {
    const rounded = (ms: number) => Math.floor(ms / Math.max(1, cache.ageMs));
    const time = [rounded(span.fromMs), rounded(span.toMs), span.zone];
    const asked = [type, options, dashboard.accountScopePath, time, [...parameters].sort()];
    return `${keyOfGrants(ctx.actor.grants)} ${JSON.stringify(asked)}`;
  }

  /** Asks for widgets of one look; equal questions of several of them become one. */
  function createReader(ctx: Ctx, look: Look) {
    const { accountScopePath } = look.dashboard;
    const context = createWidgetContext({ ...look, db: ctx.db, actor: ctx.actor, history, accountScopePath });

    async function read(widget: Definition): Promise<object> {
      const options = kinds.parse(widget.type, widget.options);
      const { server } = kinds.find(widget.type) ?? fail('WIDGET_TYPE_UNKNOWN', { type: widget.type });
      const compute = () => server.data(context, options);
      try {
        return await cache.answer(keyOf(ctx, look, widget), compute);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // Somebody else has asked first and gone away since.
        if (error instanceof Error && error.name === 'AbortError' && !look.signal.aborted) return compute();
        return fail('WIDGET_DATA_FAILED', {}, { cause: error });
      }
    }
    return read;
  }

  function problemOf(ctx: Ctx, error: unknown, widgetId: number): WidgetAnswer {
    if (!(error instanceof AppError) || error.status >= 500) ctx.log.error({ err: error, widgetId }, 'no widget data');
    const failure = error instanceof AppError ? error : new AppError('WIDGET_DATA_FAILED', {}, {});
    const { code, message, params } = renderError(failure, ctx.language, ctx.requestId);
    return { error: { code, message, params } };
  }

  return {
    /** Each widget with its data or what went wrong with it. */
    async all(ctx: Ctx, id: number, query: DataQuery, signal: AbortSignal) {
      const look = { ...(await lookAt(ctx, id, query, parametersOfQuery(query))), signal };
      const read = createReader(ctx, look);
      const answers = look.dashboard.widgets.map(async (widget): Promise<[string, WidgetAnswer]> => {
        const answer = await read(widget).then(
          (data) => ({ data }),
          (error: unknown) => problemOf(ctx, error, widget.id),
        );
        return [String(widget.id), answer];
      });
      const { fromMs, toMs } = look.span;
      const dateRange = { start: new Date(fromMs).toISOString(), end: new Date(toMs).toISOString() };
      return { dateRange, widgets: Object.fromEntries(await Promise.all(answers)) };
    },

    async one(ctx: Ctx, ids: { id: number; widgetId: number }, query: DataQuery, signal: AbortSignal): Promise<object> {
      const look = { ...(await lookAt(ctx, ids.id, query, parametersOfQuery(query))), signal };
      const widget = look.dashboard.widgets.find(({ id }) => id === ids.widgetId) ?? fail('WIDGET_NOT_FOUND');
      return createReader(ctx, look)(widget);
    },

    /** Of a widget that is not saved yet. */
    async preview(
      ctx: Ctx,
      id: number,
      { widgetDefinition, dateRange, zone, customParameters }: z.output<typeof previewWidget.body>,
      signal: AbortSignal,
    ): Promise<object> {
      const query = { dateRangeStart: dateRange?.start, dateRangeEnd: dateRange?.end, zone };
      const look = { ...(await lookAt(ctx, id, query, new Map(Object.entries(customParameters)))), signal };
      return createReader(ctx, look)(widgetDefinition);
    },

    async states(ctx: Ctx, body: z.output<typeof findWidgetStates.body>): Promise<WidgetStates> {
      const { dashboardId, twinFilter, customParameters } = body;
      const { actor, db } = ctx;
      const dashboard = (await findDashboard(db, dashboardId)) ?? fail('DASHBOARD_NOT_FOUND');
      const given = new Map(Object.entries(customParameters));
      const filter = resolveFilter(twinFilter, resolveParameters(dashboard.customParameters, given));
      if (!filter) return { twinCount: 0, twins: [], states: [], keyValueKeys: [] };
      const viewer = { actor, accountScopePath: dashboard.accountScopePath };
      const { ids, total } = await findTwinIds(db, viewer, filter, namedTwins);
      return {
        twinCount: total,
        twins: (await findTwins(db, ids, [])).map(({ id, title }) => ({ id, title })),
        states: await findStateChoices(db, viewer, filter),
        keyValueKeys: await findPairKeys(db, viewer, filter),
      };
    },
  };
}
export type DashboardData = ReturnType<typeof createDashboardData>;
