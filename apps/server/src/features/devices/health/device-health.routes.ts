import {
  applyDriverHealth,
  ignoreProblem,
  readDriverHealth,
  synchroniseHealth,
  testHealthCheck,
  updateHealthConfig,
} from '@stellwerk/contract/device-health';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { DeviceHealthService } from './device-health.service.ts';

export function deviceHealthRoutes(service: DeviceHealthService): HandledRoute[] {
  return [
    handle(readDriverHealth, async (ctx, { params }) => ({ data: await service.readDriver(ctx, params.id) })),
    handle(applyDriverHealth, async (ctx, { params }) => ({ data: await service.applyDriver(ctx, params.id) })),
    handle(synchroniseHealth, async (ctx, { params }) => ({ data: await service.synchronise(ctx, params.id) })),
    handle(updateHealthConfig, async (ctx, { params, body }) => ({
      data: await service.configure(ctx, params.id, params.x, body.healthConfig),
    })),
    handle(ignoreProblem, async (ctx, { params }) => ({
      data: await service.ignore(ctx, params.id, params.identifier, params.flag),
    })),
    handle(testHealthCheck, async (ctx, { params, body }) => ({
      data: await service.test(ctx, params.id, body.entry),
    })),
  ];
}
