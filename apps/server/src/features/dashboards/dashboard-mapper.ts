import type { Dashboard, DashboardRow, DashboardVersion } from '@stellwerk/contract/dashboard';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import { may } from '../../platform/tenancy/may.ts';
import { seesTwins } from '../twins/index.ts';
import type { StoredDashboard } from './dashboard.store.ts';
import { type FoundRow, isFavouriteOf } from './dashboard-list.store.ts';
import type { FoundVersion } from './version.store.ts';

type Told = Omit<FoundRow, 'widgetCount' | 'widgetTypes'>;

const summaryOf = (row: Told, ctx: Ctx) => ({
  id: row.id,
  name: row.name,
  tenantId: row.accountId,
  tenantName: row.accountName,
  parentDtwinId: row.parentTwinId,
  // A dashboard of a twin lies in the scope of the twin.
  parentDtwinTitle: may(ctx.actor, seesTwins, row.scopePath) ? row.parentTwinTitle : null,
  isFavourite: row.isFavourite,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  updatedBy: row.updatedBy,
  abilities: { update: decide(ctx.actor.grants, 'Dashboards.manage', row.scopePath).allowed },
});

export const rowToWire = (row: FoundRow, ctx: Ctx): DashboardRow => ({
  ...summaryOf(row, ctx),
  widgetCount: row.widgetCount,
  widgetTypes: row.widgetTypes,
});

export async function dashboardToWire(ctx: Ctx, stored: StoredDashboard): Promise<Dashboard> {
  const isFavourite = await isFavouriteOf(ctx.db, ctx.actor.userId, stored.id);
  return {
    ...summaryOf({ ...stored, isFavourite }, ctx),
    defaultDateRange: stored.defaultDateRange,
    customParameters: stored.customParameters,
    refreshSeconds: stored.refreshSeconds,
    revision: stored.revision,
    widgets: stored.widgets,
  };
}

export const versionToWire = ({ version, createdAt, createdBy, change, about }: FoundVersion): DashboardVersion => ({
  version,
  createdAt: createdAt.toISOString(),
  createdBy,
  change,
  about,
});
