import { isErrorCode } from '@stellwerk/contract/errors';
import { z } from 'zod';
import { listPackets } from '../../../ingest/log/list/list.store.ts';
import type { StoredPacket } from '../../../ingest/log/list/stored-packet.ts';
import { shardCount } from '../../../ingest/log/packet.ts';
import type { Parsers, Reason } from '../../../ingest/ports.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { defineJob, type JobKind, type JobRun } from '../../../platform/jobs/define-job.ts';
import type { Live } from '../../../platform/live/live.ts';
import type { Grant } from '../../../platform/policy/policy.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import { publishApplied, routeValues, type Values } from '../../states/index.ts';
import { isReparsed, readPast } from '../directory/past.ts';
import type { RunRules } from '../ports.ts';
import { findDevicePlaces } from './reparse.store.ts';

export const reparseKind = 'virtualdevice-reparse';

const payload = z.object({
  /** With the number of their packets at the start of the job: its progress determines the devices that are done. */
  devices: z.array(z.object({ id: z.int(), packets: z.int() })),
  fromMs: z.int(),
  toMs: z.int(),
  /** Rules ignore values of the past by default. */
  runRules: z.boolean(),
});
type ReparsePayload = z.output<typeof payload>;

interface ReparseDeps {
  parsers: Parsers;
  values: Pick<Values, 'apply'>;
  live: Pick<Live, 'publish'>;
  rules?: RunRules;
}

/**
 * Values of a re-parse reference their packet with a shard of the run: the later of two runs over one packet overrides
 * the earlier one, repeating a run changes nothing, and both override the live value. The packet's own shard is the
 * remainder of the division by the number of shards.
 */
const shardOf = (packetShard: number, jobId: number) => jobId * shardCount + packetShard;

const pageSize = 500;

async function* pagesOf(db: Db, deviceId: number, { fromMs, toMs }: ReparsePayload): AsyncGenerator<StoredPacket[]> {
  const query = { deviceIds: [deviceId], fromMs, beforeMs: toMs, order: 'oldest' as const, limit: pageSize };
  let page = await listPackets(db, query);
  while (page.length > 0) {
    yield page;
    const after = page.at(-1);
    page = page.length < pageSize || !after ? [] : await listPackets(db, { ...query, after });
  }
}

type Run = JobRun<ReparsePayload>;

interface DeviceWork {
  /** Permissions of the job's starter, read before each device. */
  grants: readonly Grant[];
  onPage(packets: number): void;
}

/** Whether a job that has counted this many packets is done with a device. */
function isDoneWith(devices: ReparsePayload['devices'], done: number): (index: number) => boolean {
  let sum = 0;
  const ends = devices.map(({ packets }) => {
    sum += packets;
    return sum;
  });
  return (index) => (ends[index] ?? 0) <= done;
}

/** Recomputes the values of packets, device by device. Repeating a device changes nothing. */
export function reparseJob({ parsers, values, live, rules }: ReparseDeps): JobKind {
  async function write(run: Run, page: readonly StoredPacket[]): Promise<Reason | null> {
    const readings = await readPast(run.db, parsers, page.filter(isReparsed));
    const routed = readings.flatMap((reading) => reading.routed);
    const applied = await run.db.transaction(async (tx) => {
      const found = [...readings.flatMap(({ updates }) => updates), ...(await routeValues(tx, routed)).updates];
      const updates = found.map((update) => {
        return { ...update, origin: 'rederived' as const, shard: shardOf(update.shard, run.id) };
      });
      const written = await values.apply(tx, updates);
      if (run.payload.runRules && rules) await rules(tx, written);
      return written;
    });
    publishApplied(live, applied);
    return readings.find(({ fault }) => fault)?.fault?.reason ?? null;
  }

  /** Returns the first reason for which the driver refused a packet. */
  async function rederive(run: Run, deviceId: number, { grants, onPage }: DeviceWork): Promise<Reason | null> {
    const place = (await findDevicePlaces(run.db, [deviceId])).get(deviceId) ?? fail('VDEVICE_NOT_FOUND');
    requireAt({ grants }, 'VirtualDevice.manage', place.scopePath);
    let complaint: Reason | null = null;
    for await (const page of pagesOf(run.db, deviceId, run.payload)) {
      run.throwIfCanceled();
      const reason = await write(run, page);
      complaint ??= reason;
      onPage(page.length);
    }
    return complaint;
  }

  async function tryDevice(run: Run, entityId: number, work: DeviceWork): Promise<void> {
    try {
      const reason = await rederive(run, entityId, work);
      if (!reason) return;
      // The code may be unknown to this version of the program.
      const code = isErrorCode(reason.code) ? reason.code : 'INTERNAL_ERROR';
      run.error({ entityId, code, params: reason.params });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      run.error({ entityId, code: error.code, params: error.params });
    }
  }

  return defineJob({
    kind: reparseKind,
    undo: { way: 'byHand' },
    payload,
    afterCrash: 'resume',
    concurrency: 2,
    retry({ devices, ...rest }, { failedIds, done }) {
      const isDone = isDoneWith(devices, done);
      const left = devices.filter(({ id }, index) => failedIds.has(id) || !isDone(index));
      return left.length > 0 ? { ...rest, devices: left } : undefined;
    },
    async run(run) {
      const { devices } = run.payload;
      const total = devices.reduce((sum, { packets }) => sum + packets, 0);
      const isDone = isDoneWith(devices, run.resumeFrom);
      let before = 0;
      for (const [index, { id, packets }] of devices.entries()) {
        run.throwIfCanceled();
        let done = 0;
        const count = (more: number) => {
          done = Math.min(done + more, packets);
          run.progress(before + done, total);
        };
        if (packets > 0 && !isDone(index)) await tryDevice(run, id, { grants: await run.grants(), onPage: count });
        before += packets;
        run.progress(before, total);
      }
    },
  });
}
