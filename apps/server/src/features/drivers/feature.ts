import { defineFeature } from '../../platform/feature/define-feature.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { createCodecService } from './codec.service.ts';
import { driverGuards } from './driver.policy.ts';
import { driverRoutes } from './driver.routes.ts';
import { createDriverService } from './driver.service.ts';
import { driverFavourite } from './favourite-kind.store.ts';
import { createFileService } from './file.service.ts';
import { createParsers } from './parser.service.ts';
import { driverDevicesPort, driversPort } from './ports.ts';
import { createPublishService } from './publish.service.ts';
import { driverSearch } from './search-kind.store.ts';
import { createVersionService } from './version.service.ts';
import { workbenchRoutes } from './workbench.routes.ts';
import { createWorkbenchService } from './workbench.service.ts';

export const feature = defineFeature({
  name: 'drivers',
  needs: { devices: driverDevicesPort },
  provides: { drivers: driversPort },
  create(context, { devices }) {
    const deps = { ...context, devices };
    const parsers = createParsers(deps);
    const workbench = createWorkbenchService({ ...deps, parsers });
    const versions = createVersionService({ ...deps, tools: deps, workbench });
    const drivers = createDriverService({ ...deps, tools: deps, versions });
    const publishing = createPublishService({ ...deps, drivers, workbench });
    const codecs = createCodecService({ ...deps, tools: deps, drivers, workbench });
    const { create, remove } = drivers;
    return {
      provides: { drivers: { parsers, service: { create, remove, publish: publishing.publish } } },
      guards: driverGuards,
      routes: [
        ...driverRoutes({ drivers, publishing, files: createFileService(deps) }),
        ...workbenchRoutes({ workbench, codecs }),
      ],
      extensions: [searchKinds.add(driverSearch), favouriteKinds.add(driverFavourite(devices))],
    };
  },
});
