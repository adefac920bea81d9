import type { FlowStep } from '@stellwerk/contract/flow-step';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { flowFilters, flowTransformers } from './flow.table.ts';

type FilterRow = typeof flowFilters.$inferSelect;
type TransformerRow = typeof flowTransformers.$inferSelect;

export interface FoundParts {
  filters: ReadonlyMap<number, FilterRow>;
  transformers: ReadonlyMap<number, TransformerRow>;
}

/** The ids of the parts of some steps. */
export const partIdsOf = (steps: readonly FlowStep[]) => ({
  filterIds: [...new Set(steps.flatMap((step) => (step.type === 'filter' ? [step.filterId] : [])))],
  transformerIds: [...new Set(steps.flatMap((step) => (step.type === 'transformation' ? [step.transformerId] : [])))],
  connectorIds: [
    ...new Set(
      steps.flatMap((step) => (step.type === 'connector' ? step.targets.map(({ connectorId }) => connectorId) : [])),
    ),
  ],
});

/** The filters and transformers of some steps. With `locks`, they can't be deleted until the end of the transaction. */
export async function readParts(db: Db, steps: readonly FlowStep[], { locks = false } = {}): Promise<FoundParts> {
  const { filterIds, transformerIds } = partIdsOf(steps);
  const filters = db.select().from(flowFilters).where(inArray(flowFilters.id, filterIds)).orderBy(flowFilters.id);
  const transformers = db
    .select()
    .from(flowTransformers)
    .where(inArray(flowTransformers.id, transformerIds))
    .orderBy(flowTransformers.id);
  const foundFilters = filterIds.length === 0 ? [] : await (locks ? filters.for('key share') : filters);
  const foundTransformers =
    transformerIds.length === 0 ? [] : await (locks ? transformers.for('key share') : transformers);
  return {
    filters: new Map(foundFilters.map((row) => [row.id, row])),
    transformers: new Map(foundTransformers.map((row) => [row.id, row])),
  };
}
