import { listFlowEvents } from '@stellwerk/contract/flow-event';
import { pipelineFlows } from '../../ingest/apply/ports.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { handle } from '../../platform/http/handle.ts';
import { connectorsPort } from '../connectors/index.ts';
import { valueFollowers } from '../states/index.ts';
import { createFlowEngine } from './engine/index.ts';
import { createRecentEvents } from './events/recent.service.ts';
import { filterRoutes } from './filters/filter.routes.ts';
import { createFilterService } from './filters/filter.service.ts';
import { createDryRun } from './flow/dry-run.service.ts';
import { flowRoutes } from './flow/flow.routes.ts';
import { createFlowService } from './flow/flow.service.ts';
import { createInbox } from './flow/inbox.service.ts';
import { createShadowRuns } from './flow/shadow-run.service.ts';
import { createStepCheck } from './flow/step-check.service.ts';
import { flowGuards } from './flow.policy.ts';
import { transformerRoutes } from './transformers/transformer.routes.ts';
import { createTransformerService } from './transformers/transformer.service.ts';
import { createWireCheck } from './wire-check.service.ts';

export const feature = defineFeature({
  name: 'flows',
  needs: { connectors: connectorsPort },
  create(context, { connectors }) {
    const recent = createRecentEvents(context);
    const wires = createWireCheck();
    const checkSteps = createStepCheck(connectors);
    const engine = createFlowEngine({ ...context, connectors });
    return {
      guards: flowGuards,
      routes: [
        handle(listFlowEvents, async (ctx, { query }) => ({ data: await recent.list(ctx, query) })),
        ...filterRoutes(createFilterService({ ...context, recent, wires })),
        ...transformerRoutes(createTransformerService({ ...context, wires })),
        ...flowRoutes({
          flows: createFlowService({ ...context, checkSteps }),
          dryRun: createDryRun({ ...context, recent, checkSteps }),
          inbox: createInbox(),
          shadows: createShadowRuns({ ...context, checkSteps }),
        }),
      ],
      deliverers: engine.deliverers,
      discarders: engine.discarders,
      services: [{ name: 'flows', stage: 'pipeline', start: engine.start, stop: engine.stop }],
      extensions: [pipelineFlows.add(engine.pipeline), valueFollowers.add(engine.follow)],
    };
  },
});
