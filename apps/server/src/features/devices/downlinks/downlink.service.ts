import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Downlink, sendDownlink } from '@stellwerk/contract/packet';
import { isPayload } from '@stellwerk/contract/payload-encoding';
import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Live } from '../../../platform/live/live.ts';
import { putOutbox } from '../../../platform/outbox/outbox.store.ts';
import { problemOf } from '../../states/index.ts';
import { publishDownlink } from '../device.events.ts';
import { findDevice, versionOf } from '../device.store.ts';
import { findDeviceRows } from '../list/device-row.store.ts';
import type { DeviceConnectors } from '../ports.ts';
import {
  type DownlinkDevice,
  type FoundDownlink,
  findDownlinkDevice,
  findDownlinks,
  insertDownlink,
} from './downlink.store.ts';

/** Kind of the outbox entries that contain the id of a downlink. */
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
  /** The downlink of the driver with this name, or the content from the caller. */
  async function contentOf(db: Db, deviceId: number, { name, payload = '', ...wanted }: Wanted) {
    if (name === undefined) return { name: null, payload, ...wanted };
    const device = (await findDevice(db, deviceId)) ?? fail('VDEVICE_NOT_FOUND');
    const version = await versionOf(db, device);
    return version?.downlinks.find((each) => each.name === name) ?? fail('VDEVICE_DOWNLINK_UNKNOWN', { name });
  }

  /** Inserts the row and its outbox entry in one transaction: a downlink is sent if and only if its row exists. */
  async function queue(db: Db, device: DownlinkDevice, wanted: Wanted, createdBy: number | null) {
    const { id, connectorId, connectorType } = device;
    if (!connectors.kinds.find(connectorType)?.capabilities.downlinks) fail('VDEVICE_NO_DOWNLINKS');
    const content = await contentOf(db, id, wanted);
    const { encoding } = content;
    if (!isPayload(content.payload, encoding)) {
      const issues = [{ path: 'payload', code: 'invalid' as const, params: {} }];
      fail('VDEVICE_DOWNLINK_PAYLOAD', { encoding }, { issues });
    }
    const downlinkId = await insertDownlink(db, { ...content, twinId: id, createdBy });
    const target = `connector/${connectorId}`;
    await putOutbox(db, [{ target, key: String(id), kind: downlinkKind, payload: { id: downlinkId } }]);
    const [created] = await findDownlinks(db, id, downlinkId);
    return { content, downlink: created ?? fail('INTERNAL_ERROR') };
  }

  const publish = (deviceId: number, { id, state, changedAt }: FoundDownlink) =>
    publishDownlink(live, deviceId, { id, state, changedAt: changedAt.toISOString() });

  return {
    async send(ctx: Ctx, id: number, wanted: Wanted): Promise<Downlink> {
      const { db, actor } = ctx;
      const [device] = await findDeviceRows(db, actor, [id]);
      if (!device) return fail('VDEVICE_NOT_FOUND');
      const { content, downlink } = await queue(db, device, wanted, actor.userId);
      ctx.activity.details = { title: device.title, name: content.name, port: content.port };
      ctx.afterCommit(() => publish(id, downlink));
      return toWire(downlink, ctx.language);
    },

    /** Queues a downlink without a request of a user; the caller calls `publish` after the commit. */
    async queue(db: Db, id: number, wanted: Wanted): Promise<{ id: number; publish(): void }> {
      const device = (await findDownlinkDevice(db, id)) ?? fail('VDEVICE_NOT_FOUND');
      const { downlink } = await queue(db, device, wanted, null);
      return { id: downlink.id, publish: () => publish(id, downlink) };
    },

    list: async ({ db, language }: Ctx, id: number): Promise<Downlink[]> =>
      (await findDownlinks(db, id)).map((downlink) => toWire(downlink, language)),
  };
}
export type DownlinkService = ReturnType<typeof createDownlinkService>;
