import type pg from 'pg';
import { databaseMs } from '../cpu.ts';
import type { Add, More } from '../result.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { type Program, runLoad, type Way } from './program.ts';

export interface StageParts {
  program: Program;
  pool: pg.Pool;
  webhook: Way;
  broker: Way;
  devices: number;
  seconds: number;
}

/** Result and cost of a load. */
export interface Cost extends LoadResult {
  offeredPerSecond: number;
  acceptedPerSecond: number;
  /** Until the last one was applied. */
  appliedPerSecond: number;
  lagMs: number;
  programMicros: number;
  databaseMicros: number;
  memoryMb: number;
}

export type Stage = ReturnType<typeof createStage>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let rounds = 0;

/** A program under load, and its cost. */
export function createStage({ program, pool, webhook, broker, devices, seconds }: StageParts) {
  function orderOf(order: Partial<LoadOrder>): LoadOrder {
    const isMqtt = order.kind === 'mqtt';
    const { hostname, port } = new URL(program.address);
    const { id, secret } = isMqtt ? broker : webhook;
    rounds += 1_000;
    const plain = { connections: 32, perCall: 1, window: 1, rate: 0, durationMs: seconds * 1_000, firstRound: rounds };
    const place = isMqtt ? `in/${id}` : `/api/v1/webhook/${id}`;
    const door = { place, username: String(id), secret };
    const where = { host: hostname, port: isMqtt ? program.mqttPort : Number(port), ...door, devices };
    return { kind: 'http', ...where, ...plain, ...order };
  }

  /** Resolves when all accepted messages have been applied. */
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

  async function measure(order: Partial<LoadOrder>): Promise<Cost> {
    const before = await program.usage();
    const databaseBefore = await databaseMs(pool);
    const result = await runLoad(orderOf(order));
    const lagMs = await untilApplied();
    const after = await program.usage();
    const perMessage = (ms: number) => (ms * 1_000) / result.accepted;
    return {
      ...result,
      offeredPerSecond: result.offered / (result.ms / 1_000),
      acceptedPerSecond: result.accepted / (result.ms / 1_000),
      appliedPerSecond: result.accepted / ((result.ms + lagMs) / 1_000),
      lagMs,
      programMicros: perMessage(after.cpuMs - before.cpuMs),
      databaseMicros: perMessage((await databaseMs(pool)) - databaseBefore),
      memoryMb: after.memoryMb,
    };
  }

  return { program, pool, orderOf, untilApplied, measure };
}

/** Adds the figures of one measurement; limits and comparisons belong to the applied and answered ones. */
export function addCost(add: Add, cost: Cost, { applied, answered }: { applied?: More; answered?: More } = {}): void {
  add('applied', cost.appliedPerSecond, 'messages/s', applied);
  add('accepted', cost.acceptedPerSecond, 'messages/s');
  if (cost.refused > 0) add('offered', cost.offeredPerSecond, 'messages/s');
  if (cost.refused > 0) add('refused', cost.refused, 'messages');
  add('answer of a call, median', cost.medianMs, 'ms', answered);
  add('answer of a call, 99th percentile', cost.p99Ms, 'ms');
  add('behind at the end', cost.lagMs, 'ms');
  add('processor, program', cost.programMicros, 'µs a message');
  add('processor, database', cost.databaseMicros, 'µs a message');
  add('memory, program', cost.memoryMb, 'MB');
}
