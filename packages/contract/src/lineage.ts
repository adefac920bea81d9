import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { readsStates, stateTag, stateValue } from './state.ts';
import { stateSources } from './state-source.ts';

/** Kinds of things that use a state; each feature that uses states adds its own. */
export const useKinds = ['aggregate', 'rule', 'widget', 'flow', 'export', 'share'] as const;

export const lineageNode = z.object({
  stateId: z.int(),
  /** Null where the caller may not see the twin: only that there is something is told. */
  key: z.string().nullable(),
  title: z.string().nullable(),
  unit: z.string().nullable(),
  dtwinId: z.int().nullable(),
  dtwinTitle: z.string().nullable(),
  source: z.enum(stateSources).nullable(),
  value: stateValue,
  timestamp: isoTime.nullable(),
  /** 0 is the state that was asked for; its sources are below 0, what is computed from it above. */
  depth: z.int(),
});
export type LineageNode = z.output<typeof lineageNode>;

/** At most 500 nodes and ten levels each way; `isCut` says when there are more. */
export const readLineage = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/{id}/lineage',
  tag: stateTag,
  summary: 'Where a value comes from and what uses it',
  permission: readsStates,
  params: z.object({ id: textIdOf('state') }),
  response: dataOf(
    z.object({
      nodes: z.array(lineageNode),
      /** From a source to the state that is computed from it. */
      edges: z.array(z.object({ from: z.int(), to: z.int() })),
      uses: z.array(
        z.object({
          kind: z.enum(useKinds),
          stateId: z.int(),
          /** For a widget that of its dashboard, which is also named. */
          id: z.int(),
          title: z.string().nullable(),
          dtwinId: z.int().nullable(),
        }),
      ),
      isCut: z.boolean(),
    }),
  ),
  errors: ['DTWIN_STATE_NOT_FOUND'],
});
