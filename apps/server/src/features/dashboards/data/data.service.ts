import { createHash } from 'node:crypto';
import {
  type findWidgetStates,
  type previewWidget,
  readDashboardData,
  type WidgetAnswer,
  type WidgetStates,
} from '@stellwerk/contract/dashboard-widget';
import type { WidgetSpan } from '@stellwerk/plugin/widget-server';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { type SerializedResponse, serializeResponse } from '../../../platform/http/serialized-response.ts';
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
  /** Lifetime of cached results; 0 disables the cache. */
  cacheMs?: number;
}

/** A request for data of a dashboard; `signal` aborts it when the caller disconnects. */
interface Look {
  dashboard: StoredDashboard;
  span: WidgetSpan;
  parameters: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

type Asked = Omit<AskedSpan, 'zone'> & { zone?: string | undefined };
type Definition = Pick<StoredDashboard['widgets'][number], 'type' | 'options'>;

/** Maximum of twins that the list of states contains. */
const namedTwins = 20;

const grantKeys = new WeakMap<readonly Grant[], string>();

/** Equal for callers with equal permissions. */
function keyOfGrants(grants: readonly Grant[]): string {
  const known = grantKeys.get(grants);
  if (known) return known;
  const lines = grants.map(({ scope, permissions }) => `${scope} ${permissions.toSorted().join()}`);
  const key = createHash('sha256').update(lines.sort().join('\n')).digest('base64');
  grantKeys.set(grants, key);
  return key;
}

/** The data of a widget, and the time its query began. */
interface Read {
  data: object;
  readAtMs: number;
}

interface Whole {
  ready: SerializedResponse;
  hasProblems: boolean;
  /** The first caller disconnected before the end, so the data is incomplete. */
  isAborted: boolean;
}

export function createDashboardData({ history, clock, kinds, cacheMs }: DashboardDataOptions) {
  const nowMs = () => clock.now().getTime();
  const cacheOptions = { nowMs, ...(cacheMs === undefined ? {} : { maxAgeMs: cacheMs }) };
  const cache = createShortCache(cacheOptions);
  /** Cached responses as bytes: viewers with equal permissions get the same ones. */
  const wholes = createShortCache(cacheOptions);

  async function lookAt(ctx: Ctx, id: number, given: Asked, values: ReadonlyMap<string, string>) {
    const dashboard = (await findDashboard(ctx.db, id)) ?? fail('DASHBOARD_NOT_FOUND');
    const { zone = defaultZone } = given;
    const span = resolveSpan({ ...given, zone }, dashboard.defaultDateRange, clock.now());
    return { dashboard, span, parameters: resolveParameters(dashboard.customParameters, values) };
  }

  /** Cache key of everything that a result depends on. Spans are rounded to the lifetime of the cache. */
  function keyOf(ctx: Ctx, { dashboard, span, parameters }: Look, asked: readonly unknown[]): string {
    const rounded = (ms: number) => Math.floor(ms / Math.max(1, cache.ageMs));
    const time = [rounded(span.fromMs), rounded(span.toMs), span.zone];
    const around = [dashboard.accountScopePath, time, [...parameters].sort()];
    return `${keyOfGrants(ctx.actor.grants)} ${JSON.stringify([...asked, ...around])}`;
  }

  /** Reads the data of widgets of one request; equal queries of several widgets run once. */
  function createReader(ctx: Ctx, look: Look) {
    const { accountScopePath } = look.dashboard;
    const context = createWidgetContext({ ...look, db: ctx.db, actor: ctx.actor, history, accountScopePath });

    async function read({ type, options: stored }: Definition): Promise<Read> {
      const options = kinds.parse(type, stored);
      const { server } = kinds.find(type) ?? fail('WIDGET_TYPE_UNKNOWN', { type });
      const compute = async () => {
        const readAtMs = nowMs();
        return { data: await server.data(context, options), readAtMs };
      };
      try {
        return await cache.answer(keyOf(ctx, look, [type, stored]), compute);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // The query belonged to another caller who has disconnected.
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

  async function readWhole(ctx: Ctx, look: Look): Promise<Whole> {
    const read = createReader(ctx, look);
    let readAtMs = nowMs();
    const isQuick = ({ type }: Definition) => !kinds.find(type)?.server.isSlow;
    const slowFirst = look.dashboard.widgets.toSorted((a, b) => Number(isQuick(a)) - Number(isQuick(b)));
    const answers = slowFirst.map(async (widget): Promise<[string, WidgetAnswer]> => {
      const answer = await read(widget).then(
        (found) => {
          readAtMs = Math.min(readAtMs, found.readAtMs);
          return { data: found.data };
        },
        (error: unknown) => problemOf(ctx, error, widget.id),
      );
      return [String(widget.id), answer];
    });
    const widgets = Object.fromEntries(await Promise.all(answers));
    const iso = (ms: number) => new Date(ms).toISOString();
    const dateRange = { start: iso(look.span.fromMs), end: iso(look.span.toMs) };
    return {
      ready: serializeResponse(readDashboardData.response, { data: { dateRange, readAt: iso(readAtMs), widgets } }),
      hasProblems: Object.values(widgets).some((answer) => 'error' in answer),
      isAborted: look.signal.aborted,
    };
  }

  return {
    async all(ctx: Ctx, id: number, query: DataQuery, signal: AbortSignal): Promise<SerializedResponse> {
      const look = { ...(await lookAt(ctx, id, query, parametersOfQuery(query))), signal };
      const { revision } = look.dashboard;
      const compute = () => readWhole(ctx, look);
      const isKept = (whole: Whole) => !whole.hasProblems && !whole.isAborted;
      // Errors are in the language of the viewer, so it is part of the key.
      const whole = await wholes.answer(keyOf(ctx, look, [id, revision, ctx.language]), compute, isKept);
      const isOwn = !whole.isAborted || signal.aborted;
      return (isOwn ? whole : await compute()).ready;
    },

    async one(ctx: Ctx, ids: { id: number; widgetId: number }, query: DataQuery, signal: AbortSignal): Promise<object> {
      const look = { ...(await lookAt(ctx, ids.id, query, parametersOfQuery(query))), signal };
      const widget = look.dashboard.widgets.find(({ id }) => id === ids.widgetId) ?? fail('WIDGET_NOT_FOUND');
      return (await createReader(ctx, look)(widget)).data;
    },

    /** The data of a widget that is not saved yet. */
    async preview(
      ctx: Ctx,
      id: number,
      { widgetDefinition, dateRange, zone, customParameters }: z.output<typeof previewWidget.body>,
      signal: AbortSignal,
    ): Promise<object> {
      const query = { dateRangeStart: dateRange?.start, dateRangeEnd: dateRange?.end, zone };
      const look = { ...(await lookAt(ctx, id, query, new Map(Object.entries(customParameters)))), signal };
      return (await createReader(ctx, look)(widgetDefinition)).data;
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
