import {
  bringBackWidgets,
  configureDashboard,
  createDashboard,
  createReadyMade,
  deleteDashboard,
  duplicateDashboard,
  listDashboards,
  listDashboardVersions,
  readDashboard,
  readDashboardVersion,
  restoreDashboardVersion,
} from '@stellwerk/contract/dashboard';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { DashboardService } from './dashboard.service.ts';
import type { ReadyMadeService } from './ready-made.service.ts';
import type { VersionService } from './version.service.ts';

interface DashboardRoutesDeps {
  dashboards: DashboardService;
  readyMade: ReadyMadeService;
  versions: VersionService;
}

export const dashboardRoutes = ({ dashboards, readyMade, versions }: DashboardRoutesDeps): HandledRoute[] => [
  handle(listDashboards, (ctx, { query }) => dashboards.list(ctx, query)),
  handle(readDashboard, async (ctx, { params }) => ({ data: await dashboards.read(ctx, params.id) })),
  handle(createDashboard, async (ctx, { body }) => ({ data: await dashboards.create(ctx, body) })),
  handle(createReadyMade, async (ctx, { body }) => ({ data: await readyMade.create(ctx, body) })),
  handle(duplicateDashboard, async (ctx, { params, body }) => ({
    data: await dashboards.duplicate(ctx, params.id, body),
  })),
  handle(configureDashboard, async (ctx, { params, body }) => ({
    data: await dashboards.configure(ctx, params.id, body),
  })),
  handle(deleteDashboard, async (ctx, { params }) => {
    await dashboards.remove(ctx, params.id);
    return { data: { deleted: true as const } };
  }),
  handle(listDashboardVersions, async (ctx, { params }) => ({ data: await versions.list(ctx, params.id) })),
  handle(readDashboardVersion, async (ctx, { params }) => ({
    data: await versions.read(ctx, params.id, params.version),
  })),
  handle(restoreDashboardVersion, async (ctx, { params }) => ({
    data: await versions.restore(ctx, params.id, params.version),
  })),
  handle(bringBackWidgets, async (ctx, { params }) => ({
    data: await versions.bringBack(ctx, params.id, params.version),
  })),
];
