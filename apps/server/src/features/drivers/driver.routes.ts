import {
  createDriver,
  deleteDriver,
  deleteDriverAttachment,
  deleteDriverImage,
  discardDraft,
  listDrivers,
  publishDriver,
  readDriver,
  readDriverAttachment,
  readDriverImage,
  readDriverVersion,
  updateDriver,
  uploadDriverAttachment,
  uploadDriverImage,
} from '@stellwerk/contract/driver';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { DriverService } from './driver.service.ts';
import type { FileService } from './file.service.ts';
import type { PublishService } from './publish.service.ts';

interface DriverServices {
  drivers: DriverService;
  publishing: PublishService;
  files: FileService;
}

const deleted = { data: { deleted: true as const } };

export const driverRoutes = ({ drivers, publishing, files }: DriverServices): HandledRoute[] => [
  handle(listDrivers, (ctx, { query }) => drivers.list(ctx, query)),
  handle(readDriver, async (ctx, { params }) => ({ data: await drivers.read(ctx, params.id) })),
  handle(readDriverVersion, async (ctx, { params }) => ({
    data: await drivers.readVersion(ctx, params.id, params.number),
  })),
  handle(createDriver, async (ctx, { body: { image, ...body } }) => ({
    data: await files.withImage(ctx, image, (inside) => drivers.create(inside, body)),
  })),
  handle(updateDriver, async (ctx, { params, body: { image, ...body } }) => ({
    data: await files.withImage(ctx, image, (inside) => drivers.update(inside, params.id, body)),
  })),
  handle(deleteDriver, async (ctx, { params }) => {
    await drivers.remove(ctx, params.id);
    return deleted;
  }),
  handle(publishDriver, async (ctx, { params, body }) => ({
    data: await publishing.publish(ctx, params.id, body.updateDevices),
  })),
  handle(discardDraft, async (ctx, { params }) => ({ data: await publishing.discard(ctx, params.id) })),
  handle(uploadDriverImage, async (ctx, { params }, exchange) => ({
    data: await files.setImage(ctx, params.id, exchange),
  })),
  handle(readDriverImage, (ctx, { params }, exchange) => files.sendImage(ctx, params.id, exchange)),
  handle(deleteDriverImage, async (ctx, { params }) => {
    await files.removeImage(ctx, params.id);
    return deleted;
  }),
  handle(uploadDriverAttachment, async (ctx, { params }, exchange) => ({
    data: await files.attach(ctx, params.id, exchange),
  })),
  handle(readDriverAttachment, (ctx, { params }, exchange) =>
    files.sendAttachment(ctx, params.id, params.name, exchange),
  ),
  handle(deleteDriverAttachment, async (ctx, { params }) => {
    await files.detach(ctx, params.id, params.name);
    return deleted;
  }),
];
