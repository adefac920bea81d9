import { type StoredFileInfo, twinLimits } from '@stellwerk/contract/twin';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Files, StoredFile } from '../../../platform/files/files.ts';
import { openImage, putImage } from '../../../platform/files/image.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import { uploadedPart } from '../../../platform/files/uploaded-part.ts';
import type { Ctx, Exchange } from '../../../platform/http/ctx.ts';
import { lockSmartGroup } from '../smart-group.store.ts';
import {
  addFile,
  type FileKind,
  type FoundFile,
  filesOf,
  findAttachment,
  findImage,
  removeFile,
} from './file.store.ts';

const limit = twinLimits.attachments;

export const toStoredFile = ({ id, name, sizeBytes, type, createdAt }: FoundFile): StoredFileInfo => ({
  ...{ id, name, sizeBytes, type },
  createdAt: createdAt.toISOString(),
});

export function createFileService({ files }: { files: Files }) {
  /** Locks the group, so that uploads at the same time can't exceed the limit. Returns the image that is replaced. */
  async function add(tx: Db, groupId: number, kind: FileKind, stored: StoredFile) {
    if (!(await lockSmartGroup(tx, groupId))) fail('SMART_GROUP_NOT_FOUND');
    const existing = (await filesOf(tx, groupId)).filter((file) => file.kind === kind);
    if (kind === 'attachment' && existing.length >= limit) fail('SMART_GROUP_TOO_MANY_ATTACHMENTS', { limit });
    const replaced = kind === 'background' ? existing[0] : undefined;
    if (replaced) await removeFile(tx, replaced.id);
    return { added: await addFile(tx, groupId, kind, stored), replaced };
  }

  /** Stores the content before the row, and deletes it if the row can't be written. */
  async function keep(ctx: Ctx, groupId: number, kind: FileKind, stored: StoredFile): Promise<StoredFileInfo> {
    try {
      const { added, replaced } = await ctx.db.transaction((tx) => add(tx, groupId, kind, stored));
      if (replaced) ctx.afterCommit(() => files.remove(replaced.key));
      ctx.activity.details = { name: added.name };
      return toStoredFile(added);
    } catch (error) {
      await files.remove(stored.key);
      throw error;
    }
  }

  async function remove(ctx: Ctx, found: FoundFile | undefined): Promise<void> {
    const { id, key, name } = found ?? fail('FILE_NOT_FOUND');
    await removeFile(ctx.db, id);
    ctx.afterCommit(() => files.remove(key));
    ctx.activity.details = { name };
  }

  return {
    async attach(ctx: Ctx, groupId: number, exchange: Exchange): Promise<StoredFileInfo> {
      const maxBytes = twinLimits.attachmentBytes;
      const part = await uploadedPart(exchange, maxBytes);
      const stored = await files.put(part.file, { maxBytes, allowedTypes: 'any', name: part.filename });
      return keep(ctx, groupId, 'attachment', stored);
    },

    async sendAttachment(ctx: Ctx, groupId: number, id: number, { reply }: Exchange) {
      const { key, name, type } = (await findAttachment(ctx.db, groupId, id)) ?? fail('FILE_NOT_FOUND');
      return sendFile(reply, await files.open(key), { name, type });
    },

    detach: async (ctx: Ctx, groupId: number, id: number): Promise<void> =>
      remove(ctx, await findAttachment(ctx.db, groupId, id)),

    async setImage(ctx: Ctx, groupId: number, exchange: Exchange): Promise<StoredFileInfo> {
      const maxBytes = twinLimits.imageBytes;
      const part = await uploadedPart(exchange, maxBytes);
      return keep(ctx, groupId, 'background', await putImage(files, part.file, { maxBytes, name: part.filename }));
    },

    async sendImage(ctx: Ctx, groupId: number, { reply }: Exchange) {
      const { key, name, type } = (await findImage(ctx.db, groupId)) ?? fail('FILE_NOT_FOUND');
      return sendFile(reply, await openImage(files, key), { name, type, inline: true });
    },

    removeImage: async (ctx: Ctx, groupId: number): Promise<void> => remove(ctx, await findImage(ctx.db, groupId)),
  };
}
export type FileService = ReturnType<typeof createFileService>;
