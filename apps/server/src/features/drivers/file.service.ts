import { Readable } from 'node:stream';
import type { Driver } from '@stellwerk/contract/driver';
import type { StoredFileInfo } from '@stellwerk/contract/twin';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Files, StoredFile } from '../../platform/files/files.ts';
import { openImage, putImage } from '../../platform/files/image.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { uploadedPart } from '../../platform/files/uploaded-part.ts';
import type { Ctx, Exchange } from '../../platform/http/ctx.ts';
import { lockDriver } from './driver.store.ts';
import {
  addFile,
  type FileKind,
  type FoundFile,
  filesOf,
  findAttachment,
  findImage,
  removeFile,
} from './file.store.ts';

const maxBytes = 10_000_000;
const maxAttachments = 20;
/** File name of pictures that are uploaded without one. */
const imageName = 'image';

export const toStoredFile = ({ id, name, sizeBytes, type, createdAt }: FoundFile): StoredFileInfo => ({
  id,
  name,
  sizeBytes,
  type,
  createdAt: createdAt.toISOString(),
});

/** Finds the file that an upload replaces: the picture, or the attachment with the same name. */
function replacedBy(existing: readonly FoundFile[], kind: FileKind, { name }: StoredFile): FoundFile | undefined {
  const replaced = existing.find((file) => file.kind === kind && (kind === 'image' || file.name === name));
  const attachments = existing.filter((file) => file.kind === 'attachment').length;
  if (kind === 'attachment' && !replaced && attachments >= maxAttachments) {
    fail('DEVICEDRIVER_TOO_MANY_ATTACHMENTS', { limit: maxAttachments });
  }
  return replaced;
}

/** Null removes the picture, undefined leaves it. */
type GivenImage = string | null | undefined;

const bytesOf = (image: string) => Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');

export function createFileService({ files }: { files: Files }) {
  async function replace(tx: Db, driverId: number, kind: FileKind, stored: StoredFile) {
    if (!(await lockDriver(tx, driverId))) fail('DEVICEDRIVER_NOT_FOUND');
    const replaced = replacedBy(await filesOf(tx, driverId), kind, stored);
    if (replaced) await removeFile(tx, replaced.id);
    return { added: await addFile(tx, driverId, kind, stored), replaced };
  }

  /** Stores the content before the row, and deletes it if the row can't be written. */
  async function add(ctx: Ctx, driverId: number, kind: FileKind, stored: StoredFile): Promise<StoredFileInfo> {
    try {
      const { added, replaced } = await ctx.db.transaction((tx) => replace(tx, driverId, kind, stored));
      if (replaced) ctx.afterCommit(() => files.remove(replaced.key));
      ctx.activity.details = { name: added.name };
      return toStoredFile(added);
    } catch (error) {
      await files.remove(stored.key);
      throw error;
    }
  }

  async function remove(ctx: Ctx, { id, key, name }: FoundFile): Promise<void> {
    await removeFile(ctx.db, id);
    ctx.afterCommit(() => files.remove(key));
    ctx.activity.details = { name };
  }

  return {
    /** Applies a change of a driver and the picture in its body, both or neither. The picture is decoded before the transaction. */
    async withImage(ctx: Ctx, image: GivenImage, change: (ctx: Ctx) => Promise<Driver>): Promise<Driver> {
      const stored = image
        ? await putImage(files, Readable.from([bytesOf(image)]), { maxBytes, name: imageName })
        : undefined;
      try {
        const { driver, replaced } = await ctx.db.transaction(async (db) => {
          const driver = await change({ ...ctx, db });
          if (stored) {
            const { added, replaced } = await replace(db, driver.id, 'image', stored);
            return { driver: { ...driver, hasImage: true, image: toStoredFile(added) }, replaced };
          }
          const removed = image === null ? await findImage(db, driver.id) : undefined;
          if (!removed) return { driver, replaced: undefined };
          await removeFile(db, removed.id);
          return { driver: { ...driver, hasImage: false, image: null }, replaced: removed };
        });
        if (replaced) ctx.afterCommit(() => files.remove(replaced.key));
        return driver;
      } catch (error) {
        if (stored) await files.remove(stored.key);
        throw error;
      }
    },

    async setImage(ctx: Ctx, driverId: number, exchange: Exchange) {
      const part = await uploadedPart(exchange, maxBytes);
      const stored = await putImage(files, part.file, { maxBytes, name: part.filename });
      return add(ctx, driverId, 'image', stored);
    },

    async sendImage(ctx: Ctx, driverId: number, { reply }: Exchange) {
      const { key, name, type } = (await findImage(ctx.db, driverId)) ?? fail('FILE_NOT_FOUND');
      return sendFile(reply, await openImage(files, key), { name, type, inline: true });
    },

    async removeImage(ctx: Ctx, driverId: number): Promise<void> {
      await remove(ctx, (await findImage(ctx.db, driverId)) ?? fail('FILE_NOT_FOUND'));
    },

    async attach(ctx: Ctx, driverId: number, exchange: Exchange) {
      const part = await uploadedPart(exchange, maxBytes);
      const stored = await files.put(part.file, { maxBytes, allowedTypes: 'any', name: part.filename });
      return add(ctx, driverId, 'attachment', stored);
    },

    async sendAttachment(ctx: Ctx, driverId: number, wanted: string, { reply }: Exchange) {
      const { key, name, type } = (await findAttachment(ctx.db, driverId, wanted)) ?? fail('FILE_NOT_FOUND');
      return sendFile(reply, await files.open(key), { name, type });
    },

    async detach(ctx: Ctx, driverId: number, name: string): Promise<void> {
      await remove(ctx, (await findAttachment(ctx.db, driverId, name)) ?? fail('FILE_NOT_FOUND'));
    },
  };
}
export type FileService = ReturnType<typeof createFileService>;
