import type { Files } from '../../platform/files/files.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Live } from '../../platform/live/live.ts';
import { copyRoutes } from './copy.routes.ts';
import { createCopyService } from './copy.service.ts';
import { createDuplicateService } from './duplicate.service.ts';
import { fileRoutes } from './file.routes.ts';
import { createFileService } from './file.service.ts';
import { createMover } from './move.service.ts';
import type { TwinDevicesPort, TwinStatesPort } from './ports.ts';
import { createRemovalService } from './removal.service.ts';
import { createSynchroniseService } from './synchronise.service.ts';
import { createTreeService } from './tree.service.ts';
import { twinRoutes } from './twin.routes.ts';
import { createTwinService } from './twin.service.ts';

interface TwinsOptions {
  states: TwinStatesPort;
  devices: TwinDevicesPort;
  files: Files;
  jobs: Pick<Jobs, 'enqueue'>;
  live: Pick<Live, 'reauthorise'>;
}

/** The routes of twins, joined with what other features do for them. */
export function createTwinRoutes(options: TwinsOptions): HandledRoute[] {
  const mover = createMover({ onUsersChange: options.live.reauthorise });
  const twins = createTwinService({ ...options, mover });
  return [
    ...twinRoutes({
      twins,
      tree: createTreeService(),
      removal: createRemovalService({ ...options, mover }),
      mover,
    }),
    ...fileRoutes(createFileService(options)),
    ...copyRoutes({
      twins,
      copies: createCopyService(options),
      duplicates: createDuplicateService(options),
      synchronising: createSynchroniseService(options),
    }),
  ];
}
