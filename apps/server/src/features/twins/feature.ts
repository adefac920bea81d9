import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountContents } from '../accounts/index.ts';
import { bulkImportJob, bulkUndoJob } from '../bulk/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { branchDuplicateJob } from './copy/branch.job.ts';
import { copyRoutes } from './copy/copy.routes.ts';
import { createCopyService } from './copy/copy.service.ts';
import { bulkDuplicateJob } from './copy/duplicate.job.ts';
import { createDuplicateService } from './copy/duplicate.service.ts';
import { synchroniseJob } from './copy/synchronise.job.ts';
import { createSynchroniseService } from './copy/synchronise.service.ts';
import { fileRoutes } from './files/file.routes.ts';
import { createFileService } from './files/file.service.ts';
import { twinImportRoutes } from './import/import.routes.ts';
import { createTwinImportService } from './import/import.service.ts';
import { createTwinImport } from './import/twin-import.ts';
import { twinFavourite } from './list/favourite-kind.store.ts';
import { twinSearch } from './list/search-kind.store.ts';
import { createFollowAddress } from './place/follow-address.ts';
import { type CarryRules, findPlacePort, ruleCarriers, twinDevicesPort, twinStatesPort } from './ports.ts';
import { createMover } from './tree/move.service.ts';
import { createRemovalService } from './tree/removal.service.ts';
import { createTreeService } from './tree/tree.service.ts';
import { twinGuards } from './twin.policy.ts';
import { twinRoutes } from './twin.routes.ts';
import { createTwinService } from './twin.service.ts';
import { countTwins } from './twin.store.ts';

export const feature = defineFeature({
  name: 'twins',
  needs: { states: twinStatesPort, devices: twinDevicesPort, findPlace: findPlacePort.optional },
  create(context, { states, devices, findPlace }) {
    const mover = createMover({ onUsersChange: context.live.reauthorise });
    const carryRules: CarryRules = async (db, copies) =>
      (await Promise.all(context.extensions(ruleCarriers).map((carry) => carry(db, copies)))).flat();
    const deps = { ...context, states, devices, mover, carryRules };
    const twins = createTwinService(deps);
    const removal = createRemovalService(deps);
    const imported = createTwinImport(removal);
    return {
      guards: twinGuards,
      jobs: [
        bulkDuplicateJob(deps),
        branchDuplicateJob(deps),
        synchroniseJob(deps),
        bulkImportJob(imported),
        bulkUndoJob(imported, context.clock),
      ],
      routes: [
        ...twinRoutes({
          twins,
          tree: createTreeService(),
          removal,
          mover,
          followAddress: createFollowAddress(findPlace),
        }),
        ...fileRoutes(createFileService(deps)),
        ...twinImportRoutes(createTwinImportService({ ...context, target: imported })),
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
