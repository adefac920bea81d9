import type pg from 'pg';
import { databaseMs } from '../history/cpu.ts';
import type { LoadOrder } from './load.ts';
import { mqttPort, type Program, runLoad, type Way } from './program.ts';

export interface StageParts {
  program: Program;
  pool: pg.Pool;
  webhook: Way;
  broker: Way;
  devices: number;
  seconds: number;
}

export type Stage = ReturnType<typeof createStage>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let rounds = 0;

/** A program under load, and what that costs it. */
export function createStage({ program, pool, webhook, broker, devices, seconds }: StageParts) {
  function orderOf(order: Partial<LoadOrder>): LoadOrder {
    const isMqtt = order.kind === 'mqtt';
    const { hostname, port } = new URL(program.address);
    const { id: connectorId, secret } = isMqtt ? broker : webhook;
    rounds += 1_000;
    const plain = { connections: 32, perCall: 1, window: 1, rate: 0, durationMs: seconds * 1_000, firstRound: rounds };
    const where = { host: hostname, port: isMqtt ? mqttPort : Number(port), connectorId, secret, devices };
    return { kind: 'http', ...where, ...plain, ...order };
  }

  /** Resolves when everything that was accepted has been applied. */
  async function untilApplied(): Promise<number> {
    const fromMs = performance.now();
    for (;;) {
      const { rows } = await pool.query(
        `select 1 from ingest_cursors place
         where place.cursor < (select coalesce(max(seq), 0) from packets where packets.shard = place.shard) limit 1`,
      );
      if (rows.length === 0) return performance.now() - fromMs;
      await pause(20);
    }
  }

  async function measure(order: Partial<LoadOrder>): Promise<Record<string, number>> {
    const before = await program.usage();
    const databaseBefore = await databaseMs(pool);
    const result = await runLoad(orderOf(order));
    const lagMs = await untilApplied();
    const after = await program.usage();
    const perMessage = (ms: number) => Number(((ms * 1_000) / result.accepted).toFixed(1));
    return {
      'offered a second': Math.round(result.offered / (result.ms / 1_000)),
      'accepted a second': Math.round(result.accepted / (result.ms / 1_000)),
      'applied a second': Math.round(result.accepted / ((result.ms + lagMs) / 1_000)),
      refused: result.refused,
      'behind at the end, ms': Math.round(lagMs),
      'program, µs a message': perMessage(after.cpuMs - before.cpuMs),
      'database, µs a message': perMessage((await databaseMs(pool)) - databaseBefore),
      'memory, MB': after.memoryMb,
    };
  }

  return { program, pool, orderOf, untilApplied, measure };
}
