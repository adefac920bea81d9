import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedFilters, scopedFlows, scopedTransformers } from './flow.view.ts';

export const flowGuards: ScopedGuard[] = [
  { noun: 'flow', notFound: 'FLOW_NOT_FOUND', seenWith: 'all.manage', scopesOf: scopesOf(scopedFlows) },
  { noun: 'flowFilter', notFound: 'FLOW_FILTER_NOT_FOUND', seenWith: 'all.manage', scopesOf: scopesOf(scopedFilters) },
  {
    noun: 'flowTransformer',
    notFound: 'FLOW_TRANSFORMER_NOT_FOUND',
    seenWith: 'all.manage',
    scopesOf: scopesOf(scopedTransformers),
  },
];
