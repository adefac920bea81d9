import type { HandledRoute } from '../../platform/http/handle.ts';
import type { JobKind } from '../../platform/jobs/define-job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SimulatorRunner } from '../simulator/index.ts';
import { type BuildJobDeps, buildDemoJob } from './build.job.ts';
import { demoRoutes } from './demo.routes.ts';
import { createDemoService, type DemoSize } from './demo.service.ts';
import { removeDemoJob } from './remove.job.ts';
import { lindenau } from './world/lindenau.ts';

export type { DemoSize } from './demo.service.ts';
export { findDemoJob, findWorld } from './demo.store.ts';
export { demoWorlds } from './demo.table.ts';
export { removeWorld } from './removal.service.ts';
export { requestRemoval } from './removal-request.service.ts';

export interface DemoDeps extends Omit<BuildJobDeps, 'world' | 'quieten' | 'onReady'> {
  runner: Pick<SimulatorRunner, 'run' | 'stop'>;
  /** Resolves when everything that was accepted has been applied. */
  idle(): Promise<void>;
}

export interface Demo {
  jobs: JobKind[];
  routes(jobs: Pick<Jobs, 'enqueue' | 'cancel'>): HandledRoute[];
  /** At the very first start, before data comes in. */
  plant(jobs: Pick<Jobs, 'enqueue'>, size?: DemoSize): Promise<void>;
  /** Once data comes in: the present of a world that is complete. */
  start(): Promise<void>;
}

/** A town that lives, to look around in. */
export function createDemo({ runner, idle, ...deps }: DemoDeps): Demo {
  const world = lindenau;
  const service = createDemoService({ ...deps, world, runner });
  const quieten = async () => {
    await service.end();
    await idle();
  };
  return {
    jobs: [buildDemoJob({ ...deps, world, quieten, onReady: service.begin }), removeDemoJob({ ...deps, quieten })],
    routes: (jobs) => demoRoutes(service, jobs),
    plant: service.plant,
    start: service.begin,
  };
}
