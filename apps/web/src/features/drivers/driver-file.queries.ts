import {
  deleteDriverAttachment,
  deleteDriverImage,
  readDriverAttachment,
  readDriverImage,
  uploadDriverAttachment,
  uploadDriverImage,
} from '@stellwerk/contract/driver';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';

/** Ten megabytes over a slow line. */
const timeoutMs = 120_000;
export const maxFileBytes = 10_000_000;

const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

export function useDriverFileActions(id: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['drivers'] });
  const setImage = useMutation({
    mutationFn: (file: File) => call(uploadDriverImage, { params: { id } }, { form: formOf(file), timeoutMs }),
    onSettled,
  });
  const removeImage = useMutation({ mutationFn: () => call(deleteDriverImage, { params: { id } }), onSettled });
  const attach = useMutation({
    mutationFn: (file: File) => call(uploadDriverAttachment, { params: { id } }, { form: formOf(file), timeoutMs }),
    onSettled,
  });
  const detach = useMutation({
    mutationFn: (name: string) => call(deleteDriverAttachment, { params: { id, name } }),
    onSettled,
  });
  return {
    setImage: setImage.mutateAsync,
    removeImage: removeImage.mutateAsync,
    attach: attach.mutateAsync,
    detach: detach.mutateAsync,
    download: async (name: string) =>
      saveFile(await call(readDriverAttachment, { params: { id, name } }, { timeoutMs }), name),
  };
}

/** Another picture has another address, so that no old one stays in a cache. */
export const driverImageAddress = (id: number, version: string | number): string =>
  `${readDriverImage.path.replace('{id}', String(id))}?version=${encodeURIComponent(version)}`;
