import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { flowFilters, flows, flowTransformers } from '../flow.table.ts';

export const nounFactories: NounFactories = {
  async flow(server, { id: accountId }) {
    const values = { accountId, name: `flow ${crypto.randomUUID()}`, trigger: 'after' as const, steps: [] };
    return onlyId(await server.database.db.insert(flows).values(values).returning({ id: flows.id }));
  },

  async flowFilter(server, { id: accountId }) {
    const conditions = [{ attribute: 'unit' as const, operator: 'equals' as const, value: '°C' }];
    const values = { accountId, name: `filter ${crypto.randomUUID()}`, type: 'standard' as const, conditions };
    return onlyId(await server.database.db.insert(flowFilters).values(values).returning({ id: flowFilters.id }));
  },

  async flowTransformer(server, { id: accountId }) {
    const types = { type: 'jsonata' as const, inputType: 'generic' as const, outputType: 'application/json' as const };
    const values = { accountId, name: `transformer ${crypto.randomUUID()}`, ...types, script: 'value' };
    const created = await server.database.db
      .insert(flowTransformers)
      .values(values)
      .returning({ id: flowTransformers.id });
    return onlyId(created);
  },
};
