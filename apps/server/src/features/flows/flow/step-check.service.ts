import type { FlowStep } from '@stellwerk/contract/flow-step';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { type Connectors, findUsableConnector } from '../../connectors/index.ts';
import { type FoundParts, partIdsOf, readParts } from '../flow-part.store.ts';
import { checkWires } from '../wire-check.service.ts';

/** Checks whether an account can use the parts of these steps, and whether they fit together. */
export type StepCheck = (db: Db, steps: readonly FlowStep[], accountId: number) => Promise<FoundParts>;

export const createStepCheck =
  ({ kinds }: Pick<Connectors, 'kinds'>): StepCheck =>
  async (db, steps, accountId) => {
    // Nobody may delete them before the flow is saved.
    const parts = await readParts(db, steps, { locks: true });
    const { filterIds, transformerIds, connectorIds } = partIdsOf(steps);
    for (const id of filterIds) if (parts.filters.get(id)?.accountId !== accountId) fail('FLOW_FILTER_NOT_FOUND');
    for (const id of transformerIds) {
      if (parts.transformers.get(id)?.accountId !== accountId) fail('FLOW_TRANSFORMER_NOT_FOUND');
    }
    for (const id of connectorIds) {
      const { type } = (await findUsableConnector(db, id, accountId)) ?? fail('BRIDGE_NOT_FOUND');
      if (!kinds.find(type)?.capabilities.deliveries) fail('BRIDGE_NO_COMMANDS');
    }
    checkWires(steps, parts);
    return parts;
  };
