import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Downlink, sendDownlink } from '@stellwerk/contract/packet';
import type { Language } from '@stellwerk/contract/text';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Live } from '../../platform/live/live.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { problemOf } from '../states/index.ts';
import { publishDownlink } from './device.events.ts';
import { findDevice, versionOf } from './device.store.ts';
import { findDeviceRows } from './device-row.store.ts';
import { type FoundDownlink, findDownlinks, insertDownlink } from './downlink.store.ts';
import { bytesOf } from './payload.ts';
import type { DeviceConnectors } from './ports.ts';

/** Entries of the outbox that hold the id of a downlink. */
export const downlinkKind = 'device-downlink';

type Wanted = RouteInput<typeof sendDownlink>['body'];

interface DownlinkDeps {
  connectors: Pick<DeviceConnectors, 'kinds'>;
  live: Pick<Live, 'publish'>;
}

function toWire({ code, params, createdAt, changedAt, ...rest }: FoundDownlink, language: Language): Downlink {
  return {
    ...rest,
    reason: code === null ? null : problemOf(code, params ?? {}, language),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

export function createDownlinkService({ connectors, live }: DownlinkDeps) {
  /** One of the driver's by name, or what the caller gives. */
  async function contentOf(ctx: Ctx, deviceId: number, { name, payload = '', ...wanted }: Wanted) {
    if (name === undefined) return { name: null, payload, ...wanted };
    const device = (await findDevice(ctx.db, deviceId)) ?? fail('VDEVICE_NOT_FOUND');
    const version = await versionOf(ctx.db, device);
    return version?.downlinks.find((each) => each.name === name) ?? fail('VDEVICE_DOWNLINK_UNKNOWN', { name });
  }

  return {
    /** The row and its delivery are one: it is sent when, and only when, the row is there. */
    async send(ctx: Ctx, id: number, wanted: Wanted): Promise<Downlink> {
      const { db, actor } = ctx;
      const [device] = await findDeviceRows(db, actor, [id]);
      if (!device) return fail('VDEVICE_NOT_FOUND');
      if (!connectors.kinds.find(device.connectorType)?.capabilities.downlinks) fail('VDEVICE_NO_DOWNLINKS');
      const content = await contentOf(ctx, id, wanted);
      const { encoding } = content;
      if (!bytesOf(content.payload, encoding)) {
        const issues = [{ path: 'payload', code: 'invalid' as const, params: {} }];
        fail('VDEVICE_DOWNLINK_PAYLOAD', { encoding }, { issues });
      }
      const downlinkId = await insertDownlink(db, { ...content, twinId: id, createdBy: actor.userId });
      const target = `connector/${device.connectorId}`;
      await putOutbox(db, [{ target, key: String(id), kind: downlinkKind, payload: { id: downlinkId } }]);
      const [created] = await findDownlinks(db, id, downlinkId);
      const downlink = created ? toWire(created, ctx.language) : fail('INTERNAL_ERROR');
      ctx.activity.details = { title: device.title, name: content.name, port: content.port };
      ctx.afterCommit(() => publishDownlink(live, id, { id: downlinkId, ...statusOf(downlink) }));
      return downlink;
    },

    list: async ({ db, language }: Ctx, id: number): Promise<Downlink[]> =>
      (await findDownlinks(db, id)).map((downlink) => toWire(downlink, language)),
  };
}
export type DownlinkService = ReturnType<typeof createDownlinkService>;

const statusOf = ({ state, changedAt }: Downlink) => ({ state, changedAt });
