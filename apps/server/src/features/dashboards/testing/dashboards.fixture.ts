import type { RouteCall } from '@stellwerk/contract/core/route';
import {
  configureDashboard,
  createDashboard,
  type Dashboard,
  listDashboardVersions,
  readDashboard,
  restoreDashboardVersion,
} from '@stellwerk/contract/dashboard';
import { configureWidget, createWidget, deleteWidget, orderWidgets } from '@stellwerk/contract/dashboard-widget';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';

type NewDashboard = Partial<RouteCall<typeof createDashboard>['body']>;

export const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** A widget that embeds another dashboard. */
export const nested = (innerId: number | string) => ({ type: 'dashboard', options: { dashboard: String(innerId) } });

/** Calls that most tests of dashboards use. */
export function dashboardCalls(server: TestServer) {
  const create = (as: TestUser, body: NewDashboard = {}) =>
    server.call(createDashboard, { body: { tenantId: as.account.id, name: 'Overview', ...body } }, { as });
  return {
    create,
    async make(as: TestUser, body: NewDashboard = {}): Promise<Dashboard> {
      const answer = await create(as, body);
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body.code}`);
      return answer.body.data;
    },
    editor: (account?: TestUser['account']) =>
      server.make.user({ permissions: ['Dashboards.manage', 'DigitalTwin.read'], ...(account ? { account } : {}) }),
    reader: (account: TestUser['account']) => server.make.user({ permissions: ['Dashboards.read'], account }),
    read: (as: TestUser, id: number) => server.call(readDashboard, { params: { id } }, { as }),
    configure: (as: TestUser, id: number, body: RouteCall<typeof configureDashboard>['body']) =>
      server.call(configureDashboard, { params: { id }, body }, { as }),
    versions: (as: TestUser, id: number) => server.call(listDashboardVersions, { params: { id } }, { as }),
    restore: (as: TestUser, id: number, version: number) =>
      server.call(restoreDashboardVersion, { params: { id, version } }, { as }),
    addWidget: (as: TestUser, id: number, body: RouteCall<typeof createWidget>['body']) =>
      server.call(createWidget, { params: { id }, body }, { as }),
    configureWidget: (
      as: TestUser,
      [id, widgetId]: [number, number],
      body: RouteCall<typeof configureWidget>['body'],
    ) => server.call(configureWidget, { params: { id, widgetId }, body }, { as }),
    removeWidget: (as: TestUser, [id, widgetId]: [number, number]) =>
      server.call(deleteWidget, { params: { id, widgetId } }, { as }),
    order: (as: TestUser, id: number, order: number[]) =>
      server.call(orderWidgets, { params: { id }, body: { order } }, { as }),
  };
}
export type DashboardCalls = ReturnType<typeof dashboardCalls>;
