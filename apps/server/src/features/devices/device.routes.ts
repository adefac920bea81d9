import { ownListNames } from '@stellwerk/contract/core/spec-list';
import {
  addVariableAsState,
  createDevice,
  deleteDevice,
  listDevices,
  listDevicesByConnectorType,
  listDeviceTagsAndZones,
  listGroups,
  listRoutingDevices,
  readDevice,
  readDeviceDependencies,
  setDeviceDisabled,
  synchroniseDevice,
  updateDevice,
} from '@stellwerk/contract/device';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { FollowAddress } from '../twins/index.ts';
import type { DeviceChangeService } from './change/device-change.service.ts';
import type { DeviceRemovalService } from './change/device-removal.service.ts';
import type { DeviceService } from './device.service.ts';
import type { ChoiceService } from './list/choice.service.ts';
import type { VariableService } from './states/variable.service.ts';

interface DeviceServices {
  devices: DeviceService;
  changes: DeviceChangeService;
  removal: DeviceRemovalService;
  variables: VariableService;
  choices: ChoiceService;
  followAddress: FollowAddress;
}

export const deviceRoutes = (services: DeviceServices): HandledRoute[] => {
  const { devices, changes, removal, variables, choices, followAddress } = services;
  return [
    handle(listDevices, (ctx, { query }) => devices.list(ctx, ownListNames(query))),
    handle(listDevicesByConnectorType, (ctx, { params, query }) =>
      devices.list(ctx, { ...ownListNames(query), connectorType: params.type }),
    ),
    handle(listGroups, async (ctx, { query }) => ({ data: await choices.groups(ctx, query) })),
    handle(listRoutingDevices, async (ctx, { params }) => ({ data: await choices.routingTo(ctx, params.id) })),
    handle(listDeviceTagsAndZones, async (ctx, { query }) => ({ data: await choices.tagsAndZones(ctx, query) })),
    handle(readDevice, async (ctx, { params }) => ({ data: await devices.read(ctx, params.id) })),
    handle(createDevice, async (ctx, { body }) => ({ data: await devices.create(ctx, body) }), {
      prepare: async (ctx, input) => ({ ...input, body: await followAddress(ctx, input.body) }),
    }),
    handle(updateDevice, async (ctx, { params, body }) => ({ data: await changes.update(ctx, params.id, body) }), {
      prepare: async (ctx, input) => ({ ...input, body: await followAddress(ctx, input.body, input.params.id) }),
    }),
    handle(readDeviceDependencies, async (ctx, { params }) => ({ data: await removal.dependencies(ctx, params.id) })),
    handle(deleteDevice, async (ctx, { params, query }) => {
      await removal.remove(ctx, params.id, query.delete_remotely ?? false);
      return { data: { deleted: true as const } };
    }),
    handle(setDeviceDisabled, async (ctx, { params }) => ({
      data: await removal.setDisabled(ctx, params.id, params.flag),
    })),
    handle(synchroniseDevice, async (ctx, { params }) => ({ data: await variables.synchronise(ctx, params.id) })),
    handle(addVariableAsState, async (ctx, { params, body }) => ({
      data: { added: await variables.addStates(ctx, params.id, body.variables) },
    })),
  ];
};
