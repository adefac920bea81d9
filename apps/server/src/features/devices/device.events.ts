import { idFromText } from '@stellwerk/contract/core/id';
import { satisfies } from '@stellwerk/contract/core/permission';
import { healths, readsDevices } from '@stellwerk/contract/device';
import type { DeviceNews, DownlinkNews } from '@stellwerk/contract/packet';
import type { Db } from '../../platform/db/db.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import { decide } from '../../platform/policy/policy.ts';
import { deviceScopes } from './guard.store.ts';

/** `device/{id}` tells of packets and health, `device/{id}/downlinks` of what becomes of downlinks. */
export const deviceTopics = (db: Db): TopicKind[] =>
  ['device/{id}', 'device/{id}/downlinks'].map((pattern) =>
    defineTopic({
      pattern,
      async authorise(actor, params) {
        const id = idFromText(params.id);
        const scopePath = id === undefined ? undefined : (await deviceScopes(db, [id])).get(id);
        if (scopePath === undefined) return false;
        return satisfies(readsDevices, (permission) => decide(actor.grants, permission, scopePath).allowed);
      },
    }),
  );

interface PacketNews {
  sightings: readonly { twinId: number; receivedAt: Date; packets: number }[];
  /** Packets that ended with a reason; those of no device fall out. */
  faults: readonly { deviceId: number | null }[];
}

/** To be called once packets are applied: one message a device that somebody looks at. */
export function publishPackets(live: Pick<Live, 'publish' | 'isHeard'>, { sightings, faults }: PacketNews): void {
  const isHeard = (id: number) => live.isHeard(`device/${id}`);
  const seen = new Map<number, PacketNews['sightings'][number]>();
  for (const sighting of sightings) if (isHeard(sighting.twinId)) seen.set(sighting.twinId, sighting);
  const failed = new Map<number, number>();
  for (const { deviceId: id } of faults) if (id !== null && isHeard(id)) failed.set(id, (failed.get(id) ?? 0) + 1);
  for (const id of new Set([...seen.keys(), ...failed.keys()])) {
    const sighting = seen.get(id);
    const count = failed.get(id) ?? 0;
    const news: DeviceNews = {
      id,
      lastSeenAt: sighting?.receivedAt.toISOString() ?? null,
      // Those of a disabled device are faults alone: it was not seen.
      packets: sighting?.packets ?? count,
      faults: count,
    };
    live.publish(`device/${id}`, news);
  }
}

/** To be called once the health of devices has changed. */
export function publishHealth(
  live: Pick<Live, 'publish'>,
  outcomes: readonly { twinId: number; health: number }[],
): void {
  for (const { twinId, health } of outcomes) {
    const news: DeviceNews = {
      id: twinId,
      lastSeenAt: null,
      packets: 0,
      faults: 0,
      health: healths[health] ?? 'unknown',
    };
    live.publish(`device/${twinId}`, news);
  }
}

export const publishDownlink = (live: Pick<Live, 'publish'>, twinId: number, news: DownlinkNews): void =>
  live.publish(`device/${twinId}/downlinks`, news);
