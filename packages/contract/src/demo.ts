import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';

const tag = 'demo';

export const demoWorld = z.object({
  tenantId: z.int(),
  tenantName: z.string(),
  state: z.enum(['building', 'ready', 'failed', 'removing']),
  /** The job that builds or removes the demo. */
  jobId: z.int().nullable(),
  done: z.int(),
  total: z.int(),
  deviceCount: z.int(),
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** Starting points for newcomers: a dashboard and a room; null while the demo is being built. */
  dashboardId: z.int().nullable(),
  twinId: z.int().nullable(),
});
export type DemoWorld = z.output<typeof demoWorld>;

/** Null if there is no demo. */
export const readDemo = defineRoute({
  method: 'GET',
  path: '/api/v1/demo',
  tag,
  summary: 'The demo world of this installation and how far it is built',
  permission: 'super.system.manage',
  response: dataOf(demoWorld.nullable()),
  errors: [],
});

export const removeDemo = defineRoute({
  method: 'DELETE',
  path: '/api/v1/demo',
  tag,
  summary: 'Remove the demo world with everything in it',
  permission: 'super.system.manage',
  response: dataOf(z.object({ jobId: z.int() })),
  status: 202,
  errors: ['DEMO_NOT_FOUND'],
});
