import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountContents } from '../accounts/index.ts';
import { devicesPort, groupFilterPort } from '../devices/index.ts';
import { fileRoutes } from './files/file.routes.ts';
import { createFileService } from './files/file.service.ts';
import { readGroupFilter } from './group-filter.ts';
import { packetSchedules } from './packets/count.job.ts';
import { createPacketStatistics } from './packets/packets.service.ts';
import { smartGroupGuards } from './smart-group.policy.ts';
import { smartGroupRoutes } from './smart-group.routes.ts';
import { createSmartGroupService } from './smart-group.service.ts';
import { countSmartGroups } from './smart-group.store.ts';

export const feature = defineFeature({
  name: 'smart-groups',
  needs: { devices: devicesPort },
  constants: [groupFilterPort.with(readGroupFilter)],
  create: (context, { devices }) => ({
    guards: smartGroupGuards,
    schedules: packetSchedules(context),
    routes: [
      ...smartGroupRoutes({
        groups: createSmartGroupService({ ...context, devices }),
        packets: createPacketStatistics(context),
      }),
      ...fileRoutes(createFileService(context)),
    ],
    extensions: [accountContents.add(countSmartGroups)],
  }),
});
