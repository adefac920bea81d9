import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { History } from '../../platform/history/history.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { Schedule } from '../../platform/jobs/define-job.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { TwinStatesPort } from '../twins/index.ts';
import { createAggregateService } from './aggregate.service.ts';
import { createStatesPort } from './copy.service.ts';
import { type AppliedWork, createValues, type Values } from './engine/values.ts';
import { createLineageService, type StateUses } from './lineage.service.ts';
import { drawRandomValues } from './random.job.ts';
import { stateRoutes } from './state.routes.ts';
import { createStateService } from './state.service.ts';
import { createStateValueService } from './state-value.service.ts';

interface StatesDeps {
  history: History;
  sandbox: Sandbox;
  clock: Clock;
  live: Pick<Live, 'publish'>;
  /** What follows from values that are not brought by the pipeline. */
  follow?(db: Db, work: AppliedWork): Promise<void>;
  /** Features that use states, for the lineage. */
  uses?: readonly StateUses[];
}

export interface States {
  routes: HandledRoute[];
  /** For whatever brings values: connectors, rules, jobs. */
  values: Values;
  port: TwinStatesPort;
  schedules: Schedule[];
}

/** Everything about states, joined. */
export function createStates(deps: StatesDeps): States {
  const values = createValues(deps);
  const services = {
    states: createStateService({ ...deps, values }),
    stateValues: createStateValueService({ ...deps, values }),
    aggregates: createAggregateService(deps),
    lineage: createLineageService({ uses: deps.uses ?? [] }),
  };
  return {
    routes: stateRoutes(services),
    values,
    port: createStatesPort({ ...deps, values }),
    schedules: [drawRandomValues({ ...deps, values })],
  };
}
