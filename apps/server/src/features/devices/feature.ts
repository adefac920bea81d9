import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountMoveBlockers } from '../accounts/index.ts';
import { bulkEditJob, bulkImportJob, bulkUndoJob } from '../bulk/index.ts';
import { connectorDevicesPort, connectorIdentifiersPort, connectorsPort } from '../connectors/index.ts';
import { evaluateDevices, evaluateEveryFiveMinutes, healthPort } from '../device-health/index.ts';
import { driverDevicesPort, driversPort } from '../drivers/index.ts';
import { searchKinds } from '../search/index.ts';
import { stateLocks, valueFollowers, valuesPort } from '../states/index.ts';
import {
  createFollowAddress,
  createMover,
  createRemovalService,
  createTwinService,
  findPlacePort,
  twinDevicesPort,
  twinStatesPort,
} from '../twins/index.ts';
import { deviceBulkRoutes } from './bulk/bulk.routes.ts';
import { createBulkEditService } from './bulk/bulk-edit.service.ts';
import { createBulkImportService } from './bulk/bulk-import.service.ts';
import { createDeviceEdit } from './bulk/device-edit.ts';
import { createDeviceImport } from './bulk/device-import.ts';
import { createDeviceBulk } from './change/bulk.service.ts';
import { createDeviceConfigurations } from './change/configuration.service.ts';
import { createDeviceChangeService } from './change/device-change.service.ts';
import { createDeviceRemovalService } from './change/device-removal.service.ts';
import { deviceTopics, publishHealth } from './device.events.ts';
import { deviceGuards } from './device.policy.ts';
import { deviceRoutes } from './device.routes.ts';
import { createDeviceService } from './device.service.ts';
import { dropOldChanges } from './directory/config-log.store.ts';
import { createDownlinkService, downlinkKind } from './downlinks/downlink.service.ts';
import { createDownlinkDelivery, createDownlinkDiscard } from './downlinks/downlink-delivery.service.ts';
import { deviceHealthRoutes } from './health/device-health.routes.ts';
import { createDeviceHealthService } from './health/device-health.service.ts';
import { healthDevices } from './health/health-devices.store.ts';
import { createHealthUpdates } from './health/health-update.service.ts';
import { createChoiceService } from './list/choice.service.ts';
import { createGroupFilter } from './list/group-filter.ts';
import { deviceSearch } from './list/search-kind.store.ts';
import { deviceMapRoutes } from './map/map.routes.ts';
import { createDeviceMapService } from './map/map.service.ts';
import { packetRoutes } from './packets/packet.routes.ts';
import { createPacketService } from './packets/packet.service.ts';
import { deviceLocks, devicesPort, groupFilterPort, type RunRules, remoteDevicesPort } from './ports.ts';
import { reparseJob } from './reparse/reparse.job.ts';
import { createReparseService } from './reparse/reparse.service.ts';
import { replaceRoutes } from './replace/replace.routes.ts';
import { createReplaceService } from './replace/replace.service.ts';
import { createVariableService } from './states/variable.service.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { createStatisticsService } from './statistics/statistics.service.ts';
import { connectorIdentifiers } from './uses/identifiers.store.ts';
import { createTwinDevices } from './uses/twin-devices.store.ts';
import { countDevices, countDevicesAcross, driverDevices } from './uses/uses.store.ts';

export const feature = defineFeature({
  name: 'devices',
  needs: {
    values: valuesPort,
    states: twinStatesPort,
    connectors: connectorsPort,
    drivers: driversPort,
    health: healthPort,
    remote: remoteDevicesPort.optional,
    findPlace: findPlacePort.optional,
    readGroupFilter: groupFilterPort.optional,
  },
  provides: { devices: devicesPort, twinDevices: twinDevicesPort },
  constants: [
    connectorDevicesPort.with(countDevices),
    connectorIdentifiersPort.with(connectorIdentifiers),
    driverDevicesPort.with(driverDevices),
  ],
  create(context, { values, states, drivers: { parsers }, health: checks, remote, ...needs }) {
    const { clock, database, live } = context;
    const connectors = { ...needs.connectors, ...(remote ? { remote } : {}) };
    // A re-parse that runs rules triggers them as if its values had just arrived.
    const rules: RunRules = async (db, applied) => {
      const fresh = applied.map((each) => ({ ...each, origin: 'live' as const }));
      for (const follow of context.extensions(valueFollowers)) {
        await follow(db, { applied: fresh, places: [], depth: 0 });
      }
    };
    const deps = { ...context, values, states, connectors, parsers, health: checks, rules };
    const mover = createMover({ onUsersChange: live.reauthorise });
    const twins = createTwinService({ states, mover });
    const health = createHealthUpdates(deps);
    const twinDevices = createTwinDevices({ health });
    const removal = createRemovalService({ ...deps, devices: twinDevices, mover });
    const groupFilter = createGroupFilter({ clock, read: needs.readGroupFilter });
    const devices = createDeviceService({ twins, connectors, clock, groupFilter });
    const locks = () => context.extensions(deviceLocks);
    const changes = createDeviceChangeService({ devices, twins, connectors, checks, health, locks });
    const removals = createDeviceRemovalService({ removal, connectors, health, clock });
    const editTarget = createDeviceEdit({ changes, health });
    const importTarget = createDeviceImport({ connectors, removal: removals });
    const downlinks = createDownlinkService({ connectors, live });
    const evaluate = evaluateDevices({
      health: checks,
      devices: healthDevices,
      clock,
      onChange: (outcomes) => publishHealth(live, outcomes),
    });
    return {
      provides: {
        devices: {
          bulk: createDeviceBulk(deps),
          queueDownlink: downlinks.queue,
          evaluateDevices: evaluate,
          create: devices.create,
          configurations: createDeviceConfigurations({ twins, health }),
          list: devices.list,
        },
        twinDevices,
      },
      guards: deviceGuards,
      topics: deviceTopics(database.db),
      jobs: [
        reparseJob(deps),
        bulkEditJob(editTarget),
        bulkImportJob(importTarget),
        bulkUndoJob({ ...editTarget, ...importTarget }, clock),
      ],
      schedules: [evaluateEveryFiveMinutes(evaluate), dropOldChanges],
      deliverers: { [downlinkKind]: createDownlinkDelivery({ ...deps, db: database.db }) },
      discarders: { [downlinkKind]: createDownlinkDiscard(deps) },
      routes: [
        ...deviceRoutes({
          devices,
          changes,
          removal: removals,
          variables: createVariableService({
            ...{ devices, twins, connectors, parsers },
            locks: () => context.extensions(stateLocks),
          }),
          choices: createChoiceService(),
          followAddress: createFollowAddress(needs.findPlace),
        }),
        ...deviceBulkRoutes({
          edit: createBulkEditService({ target: editTarget, jobs: context.jobs }),
          imports: createBulkImportService({ target: importTarget, connectors, jobs: context.jobs }),
        }),
        ...replaceRoutes(createReplaceService({ devices, removal: removals, connectors, health, locks })),
        ...deviceMapRoutes(createDeviceMapService({ clock, groupFilter })),
        ...statisticsRoutes(createStatisticsService({ clock })),
        ...packetRoutes({ packets: createPacketService(deps), downlinks, reparse: createReparseService(deps) }),
        ...deviceHealthRoutes(createDeviceHealthService({ health: checks, clock, live, read: devices.read, locks })),
      ],
      extensions: [
        accountMoveBlockers.add({ of: 'devices', count: countDevicesAcross }),
        searchKinds.add(deviceSearch),
      ],
    };
  },
});
