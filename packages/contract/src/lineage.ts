import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { readsOwnStates, stateTag, stateValue } from './state.ts';
import { stateSources } from './state-source.ts';

/** Kinds of objects that use a state; each feature that uses states adds its own. */
export const useKinds = ['aggregate', 'rule', 'widget', 'flow', 'export', 'share'] as const;

export const lineageNode = z.object({
  stateId: z.int(),
  /** Null if the caller may not see the twin: the node only shows that a state exists. */
  key: z.string().nullable(),
  title: z.string().nullable(),
  unit: z.string().nullable(),
  dtwinId: z.int().nullable(),
  dtwinTitle: z.string().nullable(),
  source: z.enum(stateSources).nullable(),
  value: stateValue,
  timestamp: isoTime.nullable(),
  /** 0 for the requested state; negative for its sources, positive for states computed from it. */
  depth: z.int(),
});
export type LineageNode = z.output<typeof lineageNode>;

/** At most 500 nodes and ten levels in each direction; `isCut` is set if there are more. */
export const readLineage = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/{id}/lineage',
  tag: stateTag,
  summary: 'Where a value comes from and what uses it',
  permission: readsOwnStates,
  narrowed: true,
  params: z.object({ id: textIdOf('state') }),
  response: dataOf(
    z.object({
      nodes: z.array(lineageNode),
      /** From a source to the state computed from it. */
      edges: z.array(z.object({ from: z.int(), to: z.int() })),
      uses: z.array(
        z.object({
          kind: z.enum(useKinds),
          stateId: z.int(),
          /** For a widget, the id of its dashboard, whose name is also given. */
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
