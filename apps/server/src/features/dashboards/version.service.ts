import { isDeepStrictEqual } from 'node:util';
import type { RouteOutput } from '@stellwerk/contract/core/route';
import type { Dashboard, DashboardVersion, readDashboardVersion } from '@stellwerk/contract/dashboard';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { may, requireAt } from '../../platform/tenancy/may.ts';
import { seesTwins } from '../twins/index.ts';
import { type Changes, definitionOf } from './change.service.ts';
import type { StoredDashboard } from './dashboard.store.ts';
import type { DashboardSnapshot } from './dashboard.table.ts';
import { dashboardToWire, versionToWire } from './dashboard-mapper.ts';
import { findTwinPlace } from './twin.store.ts';
import { findVersion, findVersions } from './version.store.ts';
import { nameOf, requireRoom } from './widget.service.ts';

type SnapshotWidget = DashboardSnapshot['widgets'][number];
type Version = RouteOutput<typeof readDashboardVersion>['data'];

/** Inserts a widget after its nearest previous neighbour that still exists, otherwise at the beginning. */
function putBack(widgets: readonly SnapshotWidget[], before: readonly SnapshotWidget[], widget: SnapshotWidget) {
  const earlier = before.slice(
    0,
    before.findIndex(({ id }) => id === widget.id),
  );
  const neighbour = earlier.findLast(({ id }) => widgets.some((standing) => standing.id === id));
  const place = widgets.findIndex(({ id }) => id === neighbour?.id) + 1;
  return widgets.toSpliced(place, 0, widget);
}

export function createVersionService({ changes }: { changes: Changes }) {
  const find = async (ctx: Ctx, id: number, version: number) =>
    (await findVersion(ctx.db, id, version)) ?? fail('DASHBOARD_VERSION_NOT_FOUND');

  /** The twin of a version, unless it was deleted since. */
  const twinOf = async (ctx: Ctx, twinId: number | null) =>
    twinId === null ? undefined : findTwinPlace(ctx.db, twinId);

  /** A restored dashboard returns to its old twin or account, so the caller needs permission there. */
  async function parentOf(ctx: Ctx, current: StoredDashboard, twinId: number | null): Promise<number | null> {
    if (twinId === current.parentTwinId) return twinId;
    const twin = await twinOf(ctx, twinId);
    const parentTwinId = twin?.id ?? null;
    const scopePath = twin?.scopePath ?? current.accountScopePath;
    if (parentTwinId !== current.parentTwinId) requireAt(ctx.actor, 'Dashboards.manage', scopePath);
    return parentTwinId;
  }

  /** Restores a widget with its id. Changed options are validated, because kinds may have changed or be broken. */
  function restored({ widgets }: StoredDashboard, widget: SnapshotWidget): SnapshotWidget {
    const standing = widgets.find(({ id }) => id === widget.id);
    const isKept = isDeepStrictEqual(standing?.options, widget.options);
    return isKept ? widget : { ...widget, ...changes.parseWidget(widget) };
  }

  return {
    async list(ctx: Ctx, id: number): Promise<DashboardVersion[]> {
      return (await findVersions(ctx.db, id)).map(versionToWire);
    },

    async read(ctx: Ctx, id: number, number: number): Promise<Version> {
      const { snapshot, ...version } = await find(ctx, id, number);
      const current = await changes.read(ctx, id);
      const told = await dashboardToWire(ctx, {
        ...current,
        ...snapshot,
        revision: number,
        updatedAt: version.createdAt,
        updatedBy: version.createdBy,
        widgets: snapshot.widgets.map((widget, layoutOrderIdx) => ({ ...widget, layoutOrderIdx })),
      });
      const twin = await twinOf(ctx, snapshot.parentTwinId);
      const isSeen = twin !== undefined && may(ctx.actor, seesTwins, twin.scopePath);
      return { ...versionToWire(version), dashboard: { ...told, parentDtwinTitle: isSeen ? twin.title : null } };
    },

    async restore(ctx: Ctx, id: number, number: number): Promise<Dashboard> {
      const { snapshot } = await find(ctx, id, number);
      const changed = await changes.change(ctx, id, async (current) => ({
        after: {
          ...snapshot,
          parentTwinId: await parentOf(ctx, current, snapshot.parentTwinId),
          widgets: snapshot.widgets.map((widget) => restored(current, widget)),
        },
        change: 'restored',
        about: snapshot.name,
        mayNestHidden: true,
      }));
      return dashboardToWire(ctx, changed);
    },

    async bringBack(ctx: Ctx, id: number, number: number): Promise<Dashboard> {
      const [without, { snapshot: before }] = [await find(ctx, id, number), await find(ctx, id, number - 1)];
      const kept = new Set(without.snapshot.widgets.map((widget) => widget.id));
      const changed = await changes.change(ctx, id, (current) => {
        const now = definitionOf(current);
        const standing = new Set(now.widgets.map((widget) => widget.id));
        const gone = before.widgets.filter((widget) => !kept.has(widget.id) && !standing.has(widget.id));
        requireRoom(current, gone.length);
        const widgets = gone
          .map((widget) => restored(current, widget))
          .reduce((placed, widget) => putBack(placed, before.widgets, widget), now.widgets);
        const about = gone.map(nameOf).join(', ');
        return { after: { ...now, widgets }, change: 'widgetBroughtBack', about, mayNestHidden: true };
      });
      return dashboardToWire(ctx, changed);
    },
  };
}
export type VersionService = ReturnType<typeof createVersionService>;
