import { pipelineRules } from '../../ingest/apply/ports.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import type { SeenGuard } from '../../platform/http/nouns.ts';
import { scopedFrom, scopesOf, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { accountMoveBlockers } from '../accounts/index.ts';
import { starterGrantsPort } from '../api-keys/index.ts';
import { connectorRulesPort, connectorsPort } from '../connectors/index.ts';
import { devicesPort } from '../devices/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { smartGroupFollowers, smartGroupUses } from '../smart-groups/index.ts';
import { buttonCommands, stateUses, valueFollowers, valuesPort } from '../states/index.ts';
import { narrowedToDevices, ruleCarriers, scopedTwins, twinView } from '../twins/index.ts';
import { createRules } from './create-rules.ts';
import { ruleFavourite } from './favourite-kind.store.ts';
import { ruleLocks, ruleSchedulerPort, rulesPort } from './ports.ts';
import { scopedRules } from './rule.view.ts';
import { ruleSearch } from './search-kind.store.ts';
import { recheckGroup } from './shared/shared-rule.store.ts';
import { usesOfGroup } from './shared/sharing.service.ts';
import { countRules, countRulesAcross, usesOfStates } from './uses.store.ts';

const readableTwins: SeenGuard['seenBy'] = (db, actor, ids) =>
  visibleIds(db, scopedFrom(scopedTwins, actor, 'DigitalTwin.read'), ids);

export const feature = defineFeature({
  name: 'rules',
  needs: {
    values: valuesPort,
    connectors: connectorsPort,
    devices: devicesPort,
    scheduler: ruleSchedulerPort.optional,
    grantsOf: starterGrantsPort,
  },
  provides: { rules: rulesPort },
  constants: [connectorRulesPort.with(countRules)],
  async create(context, { scheduler, ...needs }) {
    const locks = () => context.extensions(ruleLocks);
    const rules = await createRules({ ...context, ...scheduler, ...needs, locks });
    const { engine, pastAlarms, placements, buttons, carry, routes, schedules, deliverers, discarders } = rules;
    return {
      provides: { rules: { engine, pastAlarms, placements } },
      guards: [
        {
          noun: 'rule',
          notFound: 'RULE_NOT_FOUND',
          seenWith: 'DigitalTwin.read',
          scopesOf: scopesOf(scopedRules),
          narrowed: narrowedToDevices(scopedRules, twinView.category),
        },
        { noun: 'zone', notFound: 'DTWIN_NOT_FOUND', seenBy: readableTwins },
      ],
      routes,
      schedules,
      deliverers,
      discarders,
      services: [{ name: 'rules', stage: 'pipeline', start: engine.start, stop: engine.stop }],
      extensions: [
        accountMoveBlockers.add({ of: 'rules', count: countRulesAcross }),
        stateUses.add(usesOfStates),
        ruleCarriers.add(carry),
        buttonCommands.add(buttons),
        valueFollowers.add(engine.follow),
        pipelineRules.add({ ruleCache: engine.ruleCache, step: engine.step }),
        searchKinds.add(ruleSearch),
        favouriteKinds.add(ruleFavourite),
        smartGroupUses.add(usesOfGroup),
        smartGroupFollowers.add(async (db, groupId) => {
          await recheckGroup(db, groupId);
        }),
      ],
    };
  },
});
