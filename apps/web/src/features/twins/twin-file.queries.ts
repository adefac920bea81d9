import {
  deleteTwinAttachment,
  deleteTwinImage,
  readTwinAttachment,
  readTwinImage,
  uploadTwinAttachment,
  uploadTwinImage,
} from '@stellwerk/contract/twin-file';
import { call } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { useChange } from './twin.queries.ts';

export type ImageKind = 'background' | 'overlay';

/** Ten megabytes over a slow line. */
const timeoutMs = 120_000;

const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

export function useAttachmentActions(id: number) {
  return {
    upload: useChange(async (file: File) =>
      call(uploadTwinAttachment, { params: { id } }, { form: formOf(file), timeoutMs }),
    ),
    remove: useChange(async (attachmentId: number) => call(deleteTwinAttachment, { params: { id, attachmentId } })),
    download: async (attachmentId: number, name: string) =>
      saveFile(await call(readTwinAttachment, { params: { id, attachmentId } }, { timeoutMs }), name),
  };
}

export function useImageActions(id: number) {
  return {
    upload: useChange(async ({ kind, file }: { kind: ImageKind; file: File }) =>
      call(uploadTwinImage, { params: { id, kind } }, { form: formOf(file), timeoutMs }),
    ),
    remove: useChange(async (kind: ImageKind) => call(deleteTwinImage, { params: { id, kind } })),
  };
}

/** Another file has another address, so that no old picture stays in a cache. */
export const imageAddress = (twinId: number, kind: ImageKind, fileId: number): string =>
  `${readTwinImage.path.replace('{id}', String(twinId)).replace('{kind}', kind)}?file=${fileId}`;
