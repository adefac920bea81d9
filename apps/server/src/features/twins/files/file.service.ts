import { twinLimits } from '@stellwerk/contract/twin';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { OpenedFile } from '../../../platform/files/file-store.ts';
import type { Files, StoredFile } from '../../../platform/files/files.ts';
import { openImage, putImage } from '../../../platform/files/image.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import { uploadedPart } from '../../../platform/files/uploaded-part.ts';
import type { Ctx, Exchange } from '../../../platform/http/ctx.ts';
import { toStoredFile } from '../twin-mapper.ts';
import {
  addFile,
  type FoundFile,
  findAttachment,
  findImage,
  type ImageKind,
  lockFiles,
  removeFile,
  unusedOf,
} from './file.store.ts';

const attachmentsIn = (files: FoundFile[]) => files.filter(({ kind }) => kind === 'attachment').length;

function requireRoom(files: FoundFile[]): void {
  const limit = twinLimits.attachments;
  if (attachmentsIn(files) >= limit) fail('DTWIN_TOO_MANY_ATTACHMENTS', { limit });
}

type OpenedImage = OpenedFile & { name: string; type: string };

/** The caller must have checked that the twin is visible. */
export async function openTwinImage(db: Db, files: Files, twinId: number, kind: ImageKind): Promise<OpenedImage> {
  const { key, name, type } = (await findImage(db, twinId, kind)) ?? fail('FILE_NOT_FOUND');
  return { ...(await openImage(files, key)), name, type };
}

export function createFileService({ files }: { files: Files }) {
  /** Stores the content before the row, and deletes it if the row can't be written. */
  async function keep(ctx: Ctx, stored: StoredFile, work: (tx: Db) => Promise<FoundFile>): Promise<FoundFile> {
    try {
      return await ctx.db.transaction(work);
    } catch (error) {
      await files.remove(stored.key);
      throw error;
    }
  }

  const lock = async (db: Db, twinId: number) => (await lockFiles(db, twinId)) ?? fail('DTWIN_NOT_FOUND');

  return {
    async attach(ctx: Ctx, twinId: number, exchange: Exchange) {
      const maxBytes = twinLimits.attachmentBytes;
      const part = await uploadedPart(exchange, maxBytes);
      const stored = await files.put(part.file, { maxBytes, allowedTypes: 'any', name: part.filename });
      const added = await keep(ctx, stored, async (tx) => {
        requireRoom(await lock(tx, twinId));
        return addFile(tx, twinId, 'attachment', stored);
      });
      ctx.activity.details = { name: added.name };
      return toStoredFile(added);
    },

    async sendAttachment(ctx: Ctx, twinId: number, id: number, { reply }: Exchange) {
      const { key, name, type } = (await findAttachment(ctx.db, twinId, id)) ?? fail('FILE_NOT_FOUND');
      return sendFile(reply, await files.open(key), { name, type });
    },

    async detach(ctx: Ctx, twinId: number, id: number): Promise<void> {
      await lock(ctx.db, twinId);
      const found = (await findAttachment(ctx.db, twinId, id)) ?? fail('FILE_NOT_FOUND');
      await removeRow(ctx, found);
    },

    async setImage(ctx: Ctx, twinId: number, kind: ImageKind, exchange: Exchange) {
      const maxBytes = twinLimits.imageBytes;
      const part = await uploadedPart(exchange, maxBytes);
      const stored = await putImage(files, part.file, { maxBytes, name: part.filename });
      const replaced: string[] = [];
      const added = await keep(ctx, stored, async (tx) => {
        const before = (await lock(tx, twinId)).find((file) => file.kind === kind);
        if (before) {
          await removeFile(tx, before.id);
          replaced.push(...(await unusedOf(tx, [before.key])));
        }
        return addFile(tx, twinId, kind, stored);
      });
      for (const key of replaced) ctx.afterCommit(() => files.remove(key));
      ctx.activity.details = { kind, name: added.name };
      return toStoredFile(added);
    },

    async sendImage(ctx: Ctx, twinId: number, kind: ImageKind, { reply }: Exchange) {
      const { name, type, ...opened } = await openTwinImage(ctx.db, files, twinId, kind);
      return sendFile(reply, opened, { name, type, inline: true });
    },

    async removeImage(ctx: Ctx, twinId: number, kind: ImageKind): Promise<void> {
      await lock(ctx.db, twinId);
      const found = (await findImage(ctx.db, twinId, kind)) ?? fail('FILE_NOT_FOUND');
      await removeRow(ctx, found);
    },
  };

  async function removeRow(ctx: Ctx, { id, key, name }: FoundFile): Promise<void> {
    await removeFile(ctx.db, id);
    for (const unused of await unusedOf(ctx.db, [key])) ctx.afterCommit(() => files.remove(unused));
    ctx.activity.details = { name };
  }
}
export type FileService = ReturnType<typeof createFileService>;
