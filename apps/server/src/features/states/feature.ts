import type { AppliedWork } from '../../ingest/apply/ports.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountMoveBlockers } from '../accounts/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { twinStatesPort } from '../twins/index.ts';
import { countStatesAcross } from './account-move.store.ts';
import { createAggregateService } from './aggregate.service.ts';
import { createButtonService } from './button.service.ts';
import { createConnectorSourceService } from './connector-source.service.ts';
import { createStatesPort } from './copy.service.ts';
import { createValues } from './engine/values.ts';
import { stateFavourite } from './favourite-kind.store.ts';
import { createLineageService } from './lineage.service.ts';
import { buttonCommands, stateLocks, stateSenders, stateUses, valueFollowers, valuesPort } from './ports.ts';
import { setRandomValues } from './random.job.ts';
import { stateSearch } from './search-kind.store.ts';
import { stateTopics } from './state.events.ts';
import { stateGuards } from './state.policy.ts';
import { stateRoutes } from './state.routes.ts';
import { createStateService } from './state.service.ts';
import { createStateValueService } from './state-value.service.ts';

export const feature = defineFeature({
  name: 'states',
  provides: { values: valuesPort, twinStates: twinStatesPort },
  create(context) {
    const follow = async (db: Db, work: AppliedWork) => {
      for (const each of context.extensions(valueFollowers)) await each(db, work);
    };
    const values = createValues({ ...context, follow });
    const sources = createConnectorSourceService({ senders: () => context.extensions(stateSenders) });
    const buttons = createButtonService({ commands: () => context.extensions(buttonCommands) });
    const locks = () => context.extensions(stateLocks);
    const deps = { ...context, follow, values, sources, buttons, locks };
    return {
      provides: { values, twinStates: createStatesPort(deps) },
      guards: stateGuards,
      topics: stateTopics(context.database.db),
      routes: stateRoutes({
        states: createStateService(deps),
        stateValues: createStateValueService(deps),
        aggregates: createAggregateService(deps),
        sources,
        buttons,
        lineage: createLineageService({ uses: () => context.extensions(stateUses) }),
      }),
      schedules: [setRandomValues(deps)],
      extensions: [
        accountMoveBlockers.add({ of: 'states', count: countStatesAcross }),
        searchKinds.add(stateSearch),
        favouriteKinds.add(stateFavourite),
      ],
    };
  },
});
