import { readDemo, removeDemo } from '@stellwerk/contract/demo';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { DemoService } from './demo.service.ts';

export const demoRoutes = (service: DemoService, jobs: Pick<Jobs, 'enqueue' | 'cancel'>): HandledRoute[] => [
  handle(readDemo, async (ctx) => ({ data: await service.read(ctx) })),
  handle(removeDemo, async (ctx) => ({ data: { jobId: await service.remove(ctx, jobs) } })),
];
