import type { RouteInput } from '@stellwerk/contract/core/route';
import type {
  configureDashboard,
  createDashboard,
  Dashboard,
  duplicateDashboard,
  listDashboards,
} from '@stellwerk/contract/dashboard';
import { fillText } from '@stellwerk/contract/text';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { requireAt } from '../../platform/tenancy/may.ts';
import { type Changes, definitionOf } from './change.service.ts';
import { deleteDashboard, lockDashboard } from './dashboard.store.ts';
import { findPage } from './dashboard-list.store.ts';
import { dashboardToWire, rowToWire } from './dashboard-mapper.ts';
import { textsIn } from './texts.ts';

type Creation = RouteInput<typeof createDashboard>['body'];
type Copy = RouteInput<typeof duplicateDashboard>['body'];
type Configuration = RouteInput<typeof configureDashboard>['body'];

const maxNameLength = 200;

/** Truncates a long name, so that the suffix of the copy fits. */
export function nameOfCopy(pattern: string, name: string): string {
  const room = maxNameLength - fillText(pattern, { name: '' }).length;
  return fillText(pattern, { name: name.slice(0, room) });
}

export function createDashboardService({ changes }: { changes: Changes }) {
  return {
    async list(ctx: Ctx, query: RouteInput<typeof listDashboards>['query']) {
      const { rows, ...total } = await findPage(ctx.db, ctx.actor, query);
      return { data: rows.map((row) => rowToWire(row, ctx)), ...total, offset: query.offset, limit: query.limit };
    },

    read: async (ctx: Ctx, id: number): Promise<Dashboard> => dashboardToWire(ctx, await changes.read(ctx, id)),

    async create(ctx: Ctx, { tenantId, parentDtwinId, widgets, ...fields }: Creation): Promise<Dashboard> {
      const definition = { ...fields, parentTwinId: parentDtwinId, widgets: widgets.map(changes.parseWidget) };
      return dashboardToWire(ctx, await changes.create(ctx, tenantId, definition));
    },

    /** A copy in another account belongs to no twin. */
    async duplicate(ctx: Ctx, id: number, { name, tenantId }: Copy): Promise<Dashboard> {
      const source = await changes.read(ctx, id);
      const { widgets, ...values } = definitionOf(source);
      const accountId = tenantId ?? source.accountId;
      const copy = {
        ...values,
        name: name ?? nameOfCopy(textsIn(ctx.language).copyOf, values.name),
        parentTwinId: accountId === source.accountId ? values.parentTwinId : null,
        widgets: widgets.map(({ id: _id, revision: _revision, ...fields }) => fields),
      };
      return dashboardToWire(ctx, await changes.create(ctx, accountId, copy, { mayNestHidden: true }));
    },

    async configure(ctx: Ctx, id: number, { basedOn, parentDtwinId, ...given }: Configuration): Promise<Dashboard> {
      const changed = await changes.change(ctx, id, (current) => {
        if (basedOn !== undefined && basedOn !== current.revision) fail('DASHBOARD_CHANGED_MEANWHILE');
        const before = definitionOf(current);
        const parentTwinId = parentDtwinId === undefined ? before.parentTwinId : parentDtwinId;
        // A dashboard removed from its twin moves to the scope of its account. For a new twin, the gate has checked
        // permission.
        if (parentTwinId === null && before.parentTwinId !== null) {
          requireAt(ctx.actor, 'Dashboards.manage', current.accountScopePath);
        }
        const after = { ...before, ...given, parentTwinId };
        return { after, change: 'config', about: after.name };
      });
      return dashboardToWire(ctx, changed);
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      const { name } = (await lockDashboard(ctx.db, id)) ?? fail('DASHBOARD_NOT_FOUND');
      await deleteDashboard(ctx.db, id);
      ctx.activity.details = { name };
    },
  };
}
export type DashboardService = ReturnType<typeof createDashboardService>;
