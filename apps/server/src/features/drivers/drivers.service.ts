import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Files } from '../../platform/files/files.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { createCodecService } from './codec.service.ts';
import { driverRoutes } from './driver.routes.ts';
import { createDriverService, type DriverService } from './driver.service.ts';
import { createFileService } from './file.service.ts';
import { createParsers, type DriverParsers } from './parser.service.ts';
import type { DriverDevicesPort } from './ports.ts';
import { createPublishService, type PublishService } from './publish.service.ts';
import { workbenchRoutes } from './workbench.routes.ts';
import { createWorkbenchService } from './workbench.service.ts';

interface DriversDeps {
  database: Pick<Database, 'db'>;
  sandbox: Sandbox;
  egress: Egress;
  files: Files;
  clock: Clock;
  devices: DriverDevicesPort;
}

export interface Drivers {
  routes: HandledRoute[];
  parsers: DriverParsers;
  /** For features that make drivers of their own. */
  service: Pick<DriverService, 'create' | 'remove'> & Pick<PublishService, 'publish'>;
}

/** Everything about drivers, joined. */
export function createDrivers(deps: DriversDeps): Drivers {
  const parsers = createParsers(deps);
  const drivers = createDriverService({ ...deps, tools: deps });
  const workbench = createWorkbenchService({ ...deps, parsers });
  const publishing = createPublishService({ ...deps, drivers, workbench });
  const codecs = createCodecService({ ...deps, tools: deps, drivers, workbench });
  const files = createFileService(deps);
  return {
    routes: [...driverRoutes({ drivers, publishing, files }), ...workbenchRoutes({ workbench, codecs })],
    parsers,
    service: { create: drivers.create, remove: drivers.remove, publish: publishing.publish },
  };
}
