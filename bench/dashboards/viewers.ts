import type pg from 'pg';
import { watch } from '../ingest/live.ts';
import { makeConnector, type Program, runLoad, signIn } from '../ingest/program.ts';
import { createStage } from '../ingest/stage.ts';
import { buildWorld } from '../ingest/world.ts';
import type { Add } from '../result.ts';

const viewers = 50;
const devices = 100;
const statesOfDevice = 3;

/**
 * Wall displays that all show the same hundred devices while these report: measures CPU time and the age of shown
 * values.
 */
export async function addViewers(
  add: Add,
  program: Program,
  pool: pg.Pool,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<void> {
  const token = await signIn(program);
  const webhook = await makeConnector(program, token, 'webhook-incoming');
  await buildWorld(pool, { devices, connectorId: webhook.id });
  const stage = createStage({ program, pool, webhook, broker: webhook, devices, seconds });
  const order = stage.orderOf({ connections: 4, perCall: 10, rate: rate / statesOfDevice });

  async function measure(watching: number, isMeasured: boolean) {
    const twinIds = Array.from({ length: devices }, (_, index) => 1 + index);
    const all = await Promise.all(Array.from({ length: watching }, () => watch(program.address, token, twinIds)));
    const before = await program.usage();
    const startedMs = performance.now();
    const { accepted } = await runLoad(order);
    await stage.untilApplied();
    const spentMs = performance.now() - startedMs;
    const after = await program.usage();
    const seen = all.map((viewer) => viewer.take());
    for (const viewer of all) viewer.close();
    const of = `${watching} ${watching === 1 ? 'viewer' : 'viewers'}`;
    if (!isMeasured) return;
    add('values', (accepted * statesOfDevice) / (spentMs / 1_000), 'values/s', { of });
    add('frames a viewer', Math.min(...seen.map(({ count }) => count)), 'frames', { of });
    add('processor, program', (after.cpuMs - before.cpuMs) / spentMs, 's a second', { of });
    add('age, median', Math.max(...seen.map(({ median }) => median)), 'ms', { of });
    add('age, 99th percentile', Math.max(...seen.map(({ p99 }) => p99)), 'ms', { of });
    add('memory, program', after.memoryMb, 'MB', { of });
  }

  await measure(1, false);
  await measure(1, true);
  await measure(viewers, true);
}
