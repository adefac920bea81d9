import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { OpenedFile } from '../../platform/files/file-store.ts';
import type { Files } from '../../platform/files/files.ts';
import { openImage } from '../../platform/files/image.ts';
import { findImage, type ImageKind } from './file.store.ts';

export type OpenedImage = OpenedFile & { name: string; type: string };

/** Whether the caller may see the twin has been decided before. */
export async function openTwinImage(db: Db, files: Files, twinId: number, kind: ImageKind): Promise<OpenedImage> {
  const { key, name, type } = (await findImage(db, twinId, kind)) ?? fail('FILE_NOT_FOUND');
  return { ...(await openImage(files, key)), name, type };
}
