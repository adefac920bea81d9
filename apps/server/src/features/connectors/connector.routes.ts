import {
  commandConnector,
  createConnector,
  deleteConnector,
  listConnectorConfigs,
  listConnectorKinds,
  listConnectorLogs,
  listConnectors,
  listDeliveries,
  listTraffic,
  readConnector,
  resetConnectorState,
  testMutator,
  updateConnector,
  validateConnector,
} from '@stellwerk/contract/connector';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ConnectorService } from './connector.service.ts';
import type { ConnectorTools } from './tools.service.ts';

export function connectorRoutes(service: ConnectorService, tools: ConnectorTools): HandledRoute[] {
  return [
    handle(listConnectorKinds, () => service.listKinds()),
    handle(listConnectorConfigs, (ctx, { query }) => service.listConfigs(ctx, query)),
    handle(listConnectors, (ctx, { query }) => service.list(ctx, query)),
    handle(createConnector, async (ctx, { body }) => ({ data: await service.create(ctx, body) })),
    handle(validateConnector, async (ctx, { body }) => ({ data: await tools.validate(ctx, body) })),
    handle(testMutator, async (ctx, { body }) => ({ data: await tools.testMutator(ctx, body) })),
    handle(readConnector, async (ctx, { params }) => ({ data: await service.read(ctx, params.id) })),
    handle(updateConnector, async (ctx, { params, body }) => ({ data: await service.update(ctx, params.id, body) })),
    handle(deleteConnector, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
    handle(commandConnector, async (ctx, { params, body }) => ({ data: await tools.command(ctx, params.id, body) })),
    handle(listDeliveries, async (ctx, { params, query }) => ({ data: await tools.deliveries(ctx, params.id, query) })),
    handle(listTraffic, async (ctx, { params, query }) => ({ data: await tools.traffic(ctx, params.id, query) })),
    handle(listConnectorLogs, async (ctx, { params, query }) => ({
      data: await tools.logs(ctx, params.id, query.limit),
    })),
    handle(resetConnectorState, async (ctx, { params, body }) => ({ data: await service.reset(ctx, params.id, body) })),
  ];
}
