import { idFromText } from '@stellwerk/contract/core/id';
import { healths, readsDevices } from '@stellwerk/contract/device';
import type { DeviceNews, DownlinkNews } from '@stellwerk/contract/packet';
import type { Db } from '../../platform/db/db.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import { may } from '../../platform/tenancy/may.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedDevices } from './device.view.ts';

/** `device/{id}` reports packets and health, `device/{id}/downlinks` the states of downlinks. */
export const deviceTopics = (db: Db): TopicKind[] =>
  ['device/{id}', 'device/{id}/downlinks'].map((pattern) =>
    defineTopic({
      pattern,
      async authorise(actor, params) {
        const id = idFromText(params.id);
        const scopePath = id === undefined ? undefined : (await scopesOf(scopedDevices)(db, [id])).get(id);
        return scopePath !== undefined && may(actor, readsDevices, scopePath);
      },
    }),
  );

interface PacketNews {
  sightings: readonly { twinId: number; receivedAt: Date; packets: number }[];
  /** Packets that failed; those without a device are ignored. */
  faults: readonly { deviceId: number | null }[];
}

/** Called after packets are applied: publishes one message per device that has subscribers. */
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
      // All packets of a disabled device are faults, and it has no sighting.
      packets: sighting?.packets ?? count,
      faults: count,
    };
    live.publish(`device/${id}`, news);
  }
}

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
