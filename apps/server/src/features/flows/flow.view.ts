import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { flowFilters, flows, flowTransformers } from './flow.table.ts';

export const scopedFlows = inAccount(flows, flows);
export const scopedFilters = inAccount(flowFilters, flowFilters);
export const scopedTransformers = inAccount(flowTransformers, flowTransformers);
