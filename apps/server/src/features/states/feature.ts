import type { Db } from '../../platform/db/db.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountTies } from '../accounts/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { twinStatesPort } from '../twins/index.ts';
import { createAggregateService } from './aggregate.service.ts';
import { createStatesPort } from './copy.service.ts';
import { type AppliedWork, createValues } from './engine/values.ts';
import { stateFavourite } from './favourite-kind.store.ts';
import { createLineageService } from './lineage.service.ts';
import { stateUses, valueFollowers, valuesPort } from './ports.ts';
import { drawRandomValues } from './random.job.ts';
import { stateSearch } from './search-kind.store.ts';
import { stateTopics } from './state.events.ts';
import { stateGuards } from './state.policy.ts';
import { stateRoutes } from './state.routes.ts';
import { createStateService } from './state.service.ts';
import { createStateValueService } from './state-value.service.ts';
import { countStateTies } from './ties.store.ts';

export const feature = defineFeature({
  name: 'states',
  provides: { values: valuesPort, twinStates: twinStatesPort },
  create(context) {
    const follow = async (db: Db, work: AppliedWork) => {
      for (const each of context.extensions(valueFollowers)) await each(db, work);
    };
    const values = createValues({ ...context, follow });
    const deps = { ...context, follow, values };
    return {
      provides: { values, twinStates: createStatesPort(deps) },
      guards: stateGuards,
      topics: stateTopics(context.database.db),
      routes: stateRoutes({
        states: createStateService(deps),
        stateValues: createStateValueService(deps),
        aggregates: createAggregateService(deps),
        lineage: createLineageService({ uses: () => context.extensions(stateUses) }),
      }),
      schedules: [drawRandomValues(deps)],
      extensions: [
        accountTies.add({ of: 'states', count: countStateTies }),
        searchKinds.add(stateSearch),
        favouriteKinds.add(stateFavourite),
      ],
    };
  },
});
