import type { ErrorCode } from '@stellwerk/contract/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  attachToCause,
  detachFromCause,
  findOpenAlarm,
  findOpenCauses,
  openAlarms,
  resolveAlarms,
} from '../alarms/index.ts';
import {
  type Cause,
  type CauseKind,
  findCauses,
  leastDevices,
  type Peers,
  type Shared,
  type SilentDevice,
} from './cause.ts';
import { countPeers, findNewlySilent, lastGateway, type SilentRow } from './silence.store.ts';

/** Devices with the same rhythm fall silent within this time, because checks run every five minutes. */
const togetherMs = 20 * 60_000;
/** The last packet of each device is read for its gateway, so only so many are looked at. */
const lookedAt = 200;

const origin = 'silence';

const codes: Record<CauseKind, ErrorCode> = {
  connector: 'SILENCE_OF_CONNECTOR',
  gateway: 'SILENCE_OF_GATEWAY',
  place: 'SILENCE_OF_PLACE',
  driver: 'SILENCE_OF_DRIVER',
};

function sharedBy(row: SilentRow, gateway: string | undefined): Shared[] {
  const { connectorId, connectorName, placeId, placeTitle, versionId, driverTitle, versionNumber } = row;
  return [
    { kind: 'connector', key: String(connectorId), name: connectorName, id: connectorId },
    ...(gateway ? [{ kind: 'gateway' as const, key: gateway, name: gateway, id: 0 }] : []),
    ...(placeId === null
      ? []
      : [{ kind: 'place' as const, key: String(placeId), name: placeTitle ?? '', id: placeId }]),
    ...(versionId === null
      ? []
      : [
          {
            ...{ kind: 'driver' as const, key: String(versionId), id: versionId },
            name: `${driverTitle ?? ''} ${versionNumber ?? ''}`.trim(),
          },
        ]),
  ];
}

/** Accounts may use the same connector or gateway; each has an alarm of its own. */
const identifierOf = ({ kind, key }: Shared, accountId: number): string => `${kind} ${key} ${accountId}`;

export function createSilenceService({ clock }: { clock: Clock }) {
  async function describe(db: Db, rows: readonly SilentRow[]): Promise<SilentDevice[]> {
    const described: SilentDevice[] = [];
    for (const [index, row] of rows.entries()) {
      const gateway = index < lookedAt ? await lastGateway(db, row.twinId) : undefined;
      described.push({ alarmId: row.alarmId, twinId: row.twinId, shared: sharedBy(row, gateway) });
    }
    return described;
  }

  /** The peers of everything that the devices share, except gateways. */
  async function peersOf(db: Db, accountId: number, silent: readonly SilentDevice[]) {
    const all = silent.flatMap(({ shared }) => shared);
    const found = new Map<string, Peers>();
    for (const kind of ['connector', 'place', 'driver'] as const) {
      const ids = [...new Set(all.filter((each) => each.kind === kind).map(({ id }) => id))];
      for (const [id, peers] of await countPeers(db, { accountId, kind, ids })) found.set(`${kind} ${id}`, peers);
    }
    return ({ kind, id }: Shared) => found.get(`${kind} ${id}`);
  }

  async function raise(db: Db, accountId: number, { shared, affected, peers }: Cause): Promise<void> {
    const { kind, name, id } = shared;
    const subject = { origin, originId: id, identifier: identifierOf(shared, accountId) };
    const count = kind === 'gateway' ? affected.length : peers.silent;
    const params = { count, name, ...(kind === 'gateway' ? {} : { of: peers.devices }) };
    const known = await findOpenAlarm(db, subject);
    const alarmIds = affected.map(({ alarmId }) => alarmId);
    if (known !== undefined) return attachToCause(db, known, { alarmIds, accountId, params });
    const { opened } = await openAlarms(db, [
      {
        ...{ ...subject, accountId, twinId: kind === 'place' ? id : null },
        ...{ category: 'connectivity', severity: 'error', message: '', code: codes[kind], params },
        ...{ evidence: {}, openedAt: clock.now() },
      },
    ]);
    const [cause] = opened;
    if (cause) await attachToCause(db, cause.id, { alarmIds, accountId, params });
  }

  return {
    /** Finds the common property of devices that fell silent together: one alarm represents all of theirs. */
    async group(db: Db): Promise<void> {
      const rows = await findNewlySilent(db, new Date(clock.now().getTime() - togetherMs));
      if (rows.length === 0) return;
      const known = new Set((await findOpenCauses(db, origin)).map(({ identifier }) => identifier));
      for (const [accountId, own] of Map.groupBy(rows, (row) => row.accountId)) {
        // A few more belong to a cause that is known already.
        if (own.length < leastDevices && known.size === 0) continue;
        await db.transaction(async (tx) => {
          const silent = await describe(tx, own);
          const peers = await peersOf(tx, accountId, silent);
          const found = findCauses(silent, peers, (shared) => known.has(identifierOf(shared, accountId)));
          for (const cause of found) await raise(tx, accountId, cause);
        });
      }
    },

    /** Resolves an alarm when most devices are heard again. */
    async end(db: Db): Promise<void> {
      for (const { id, originId, identifier, open } of await findOpenCauses(db, origin)) {
        if (open >= leastDevices) continue;
        await db.transaction(async (tx) => {
          // The few that stay silent have a reason of their own.
          await detachFromCause(tx, id);
          await resolveAlarms(tx, [{ origin, originId, identifier }], clock.now());
        });
      }
    },
  };
}
export type SilenceService = ReturnType<typeof createSilenceService>;
