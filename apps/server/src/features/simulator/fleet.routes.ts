import {
  createFleet,
  deleteFleet,
  listFleetProfiles,
  listFleets,
  readFleet,
  updateFleet,
} from '@stellwerk/contract/fleet';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { FleetService } from './fleet.service.ts';

export const fleetRoutes = (fleets: FleetService): HandledRoute[] => [
  handle(listFleetProfiles, () => fleets.profiles()),
  handle(listFleets, (ctx, { query }) => fleets.list(ctx, query)),
  handle(readFleet, async (ctx, { params }) => ({ data: await fleets.read(ctx, params.id) })),
  handle(createFleet, async (ctx, { body }) => ({ data: await fleets.create(ctx, body) })),
  handle(updateFleet, async (ctx, { params, body }) => ({ data: await fleets.update(ctx, params.id, body) })),
  handle(deleteFleet, async (ctx, { params }) => ({ data: await fleets.remove(ctx, params.id) })),
];
