import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountContents } from '../accounts/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { copyRoutes } from './copy.routes.ts';
import { createCopyService } from './copy.service.ts';
import { bulkDuplicateJob } from './duplicate.job.ts';
import { createDuplicateService } from './duplicate.service.ts';
import { twinFavourite } from './favourite-kind.store.ts';
import { fileRoutes } from './file.routes.ts';
import { createFileService } from './file.service.ts';
import { createMover } from './move.service.ts';
import { twinDevicesPort, twinStatesPort } from './ports.ts';
import { createRemovalService } from './removal.service.ts';
import { twinSearch } from './search-kind.store.ts';
import { synchroniseJob } from './synchronise.job.ts';
import { createSynchroniseService } from './synchronise.service.ts';
import { createTreeService } from './tree.service.ts';
import { twinGuards } from './twin.policy.ts';
import { twinRoutes } from './twin.routes.ts';
import { createTwinService } from './twin.service.ts';
import { countTwins } from './twin.store.ts';

export const feature = defineFeature({
  name: 'twins',
  needs: { states: twinStatesPort, devices: twinDevicesPort },
  create(context, { states, devices }) {
    const mover = createMover({ onUsersChange: context.live.reauthorise });
    const deps = { ...context, states, devices, mover };
    const twins = createTwinService(deps);
    return {
      guards: twinGuards,
      jobs: [bulkDuplicateJob(deps), synchroniseJob(deps)],
      routes: [
        ...twinRoutes({ twins, tree: createTreeService(), removal: createRemovalService(deps), mover }),
        ...fileRoutes(createFileService(deps)),
        ...copyRoutes({
          twins,
          copies: createCopyService(deps),
          duplicates: createDuplicateService(deps),
          synchronising: createSynchroniseService(deps),
        }),
      ],
      extensions: [accountContents.add(countTwins), searchKinds.add(twinSearch), favouriteKinds.add(twinFavourite)],
    };
  },
});
