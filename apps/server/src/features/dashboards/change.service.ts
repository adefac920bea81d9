import { isDeepStrictEqual } from 'node:util';
import { type DashboardVersion, dashboardLimits, type WidgetFields } from '@stellwerk/contract/dashboard';
import type { Clock } from '../../platform/clock/clock.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import * as store from './dashboard.store.ts';
import type { DashboardSnapshot } from './dashboard.table.ts';
import { findVisibleNames } from './dashboard-list.store.ts';
import type { WidgetKinds } from './data/index.ts';
import { levelsAbove, levelsBelow, lockNesting, replaceNested } from './nested.store.ts';
import { insertVersion } from './version.store.ts';
import { deleteWidgets, takeWidgetIds, writeWidgets } from './widget.store.ts';

/** Widgets without an id are new. */
export interface Definition extends store.DashboardValues {
  widgets: readonly (WidgetFields & { id?: number })[];
}

export interface Change {
  after: Definition;
  change: DashboardVersion['change'];
  about: string;
  /** The dashboard may embed hidden dashboards that another user chose. */
  mayNestHidden?: boolean;
}

interface ChangesDeps {
  kinds: Pick<WidgetKinds, 'parse' | 'nestedIdOf'>;
  clock: Clock;
}

export const definitionOf = (stored: store.StoredDashboard): DashboardSnapshot => ({
  name: stored.name,
  defaultDateRange: stored.defaultDateRange,
  customParameters: stored.customParameters,
  refreshSeconds: stored.refreshSeconds,
  parentTwinId: stored.parentTwinId,
  widgets: stored.widgets.map(({ layoutOrderIdx: _, ...widget }) => widget),
});

type Placed = DashboardSnapshot['widgets'][number];

/** Compares everything but the revision. */
const isSame = (
  one: Placed | undefined,
  { revision: _, ...other }: Omit<Placed, 'revision'> & { revision?: number },
) => {
  if (!one) return false;
  const { revision: _revision, ...fields } = one;
  return isDeepStrictEqual(fields, other);
};

function asMissing(error: unknown): never {
  // The object was deleted after the check of the call.
  if (violates(error, 'dashboards_parent_twin_id_twins_id_fk')) fail('DTWIN_NOT_FOUND');
  if (violates(error, 'dashboards_account_id_accounts_id_fk')) fail('ACCOUNT_NOT_FOUND');
  throw error;
}

interface NewNesting {
  outer: { id: number; name: string };
  innerIds: readonly number[];
  /** Restored and copied dashboards may embed dashboards that their author can't see; viewers see only permitted ones. */
  mayBeHidden: boolean;
}

/** Refuses cycles of embedded dashboards, and more than three levels. */
async function checkNesting(ctx: Ctx, { outer, innerIds, mayBeHidden }: NewNesting): Promise<void> {
  if (innerIds.length === 0) return;
  const names = await findVisibleNames(ctx.db, ctx.actor, innerIds);
  if (!mayBeHidden && names.size < innerIds.length) fail('DASHBOARD_NOT_FOUND');
  await lockNesting(ctx.db);
  for (const innerId of innerIds) {
    const below = await levelsBelow(ctx.db, [innerId]);
    if (below.has(outer.id)) fail('DASHBOARD_NESTED_CIRCLE', { name: names.get(innerId) ?? outer.name });
  }
  const below = await levelsBelow(ctx.db, innerIds);
  const above = await levelsAbove(ctx.db, outer.id);
  const limit = dashboardLimits.depth;
  if (above + Math.max(0, ...below.values()) > limit) fail('DASHBOARD_NESTED_TOO_DEEP', { limit });
}

/** All changes of dashboards and their widgets. Each stores a version. */
export function createChanges({ kinds, clock }: ChangesDeps) {
  const nestedIn = (widgets: readonly Placed[]) =>
    widgets.flatMap(({ id, type, options }) => {
      const innerId = kinds.nestedIdOf(type, options);
      return innerId === null ? [] : [{ widgetId: id, innerId }];
    });

  /** Assigns ids to new widgets; unchanged widgets keep their revision. */
  async function place(ctx: Ctx, before: readonly Placed[], { widgets }: Definition, revision: number) {
    const known = new Map(before.map((widget) => [widget.id, widget]));
    const ids = await takeWidgetIds(ctx.db, widgets.filter(({ id }) => id === undefined).length);
    return widgets.map((widget): Placed => {
      const id = widget.id ?? ids.shift();
      if (id === undefined) throw new Error('too few ids were taken');
      const placed = { ...widget, id };
      const standing = known.get(id);
      return { ...placed, revision: isSame(standing, placed) ? (standing?.revision ?? revision) : revision };
    });
  }

  async function writeParts(ctx: Ctx, dashboardId: number, before: readonly Placed[], after: readonly Placed[]) {
    const kept = new Set(after.map(({ id }) => id));
    const gone = before.map(({ id }) => id).filter((id) => !kept.has(id));
    const changed = after
      .map((widget, layoutOrderIdx) => ({ ...widget, layoutOrderIdx }))
      .filter(({ layoutOrderIdx, ...widget }) => !isDeepStrictEqual(before[layoutOrderIdx], widget));
    await deleteWidgets(ctx.db, gone);
    await writeWidgets(ctx.db, dashboardId, changed);
    const [nestedBefore, nested] = [nestedIn(before), nestedIn(after)];
    if (!isDeepStrictEqual(nestedBefore, nested)) await replaceNested(ctx.db, dashboardId, nested);
  }

  /** Embedded dashboards that were not embedded before. */
  const newlyNested = (before: readonly Placed[], after: readonly Placed[]) => {
    const known = new Set(nestedIn(before).map(({ innerId }) => innerId));
    return [...new Set(nestedIn(after).map(({ innerId }) => innerId))].filter((id) => !known.has(id));
  };

  const authorOf = (ctx: Ctx): store.Author => ({ userId: ctx.actor.userId, now: clock.now() });

  async function read(ctx: Ctx, id: number): Promise<store.StoredDashboard> {
    return (await store.findDashboard(ctx.db, id)) ?? fail('DASHBOARD_NOT_FOUND');
  }

  return {
    read,

    async create(ctx: Ctx, accountId: number, after: Definition, { mayNestHidden = false } = {}) {
      const author = authorOf(ctx);
      const { widgets: _, ...values } = after;
      const id = await store.insertDashboard(ctx.db, accountId, values, author).catch(asMissing);
      const widgets = await place(ctx, [], after, 1);
      const outer = { id, name: values.name };
      await checkNesting(ctx, { outer, innerIds: newlyNested([], widgets), mayBeHidden: mayNestHidden });
      await writeParts(ctx, id, [], widgets);
      const snapshot = { ...values, widgets };
      const about = { change: 'created' as const, about: values.name };
      await insertVersion(ctx.db, { dashboardId: id, version: 1, ...about, snapshot }, author);
      ctx.activity.objects.push({ noun: 'dashboard', id });
      ctx.activity.details = { name: values.name };
      return read(ctx, id);
    },

    /** Serialises changes of one dashboard. A change without an effect stores no version. */
    async change(ctx: Ctx, id: number, edit: (current: store.StoredDashboard) => Change | Promise<Change>) {
      const current = (await store.lockDashboard(ctx.db, id)) ?? fail('DASHBOARD_NOT_FOUND');
      const before = definitionOf(current);
      const { after, change, about, mayNestHidden = false } = await edit(current);
      const { widgets: _, ...values } = after;
      ctx.activity.details = { name: values.name };
      const revision = current.revision + 1;
      const widgets = await place(ctx, before.widgets, after, revision);
      const snapshot: DashboardSnapshot = { ...values, widgets };
      if (isDeepStrictEqual(before, snapshot)) return current;
      const innerIds = newlyNested(before.widgets, widgets);
      await checkNesting(ctx, { outer: { id, name: values.name }, innerIds, mayBeHidden: mayNestHidden });
      const author = authorOf(ctx);
      await store.updateDashboard(ctx.db, { id, revision }, values, author).catch(asMissing);
      await writeParts(ctx, id, before.widgets, widgets);
      await insertVersion(ctx.db, { dashboardId: id, version: revision, change, about, snapshot }, author);
      return read(ctx, id);
    },

    /** Parses the options with the schema of the kind. */
    parseWidget: (widget: WidgetFields): WidgetFields => ({
      ...widget,
      // The compiler can't know that a schema for JSON returns JSON.
      options: kinds.parse(widget.type, widget.options) as WidgetFields['options'],
    }),
  };
}
export type Changes = ReturnType<typeof createChanges>;
