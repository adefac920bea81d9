import { listMailTemplates, renderMailTemplate, updateMailTemplate } from '@stellwerk/contract/mail-template';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';

export const useMailTemplates = (tenantId: number) =>
  useQuery({
    queryKey: ['mail-templates', tenantId],
    queryFn: async ({ signal }) => (await call(listMailTemplates, { query: { tenantId } }, { signal })).data,
  });

type Change = CallInput<typeof updateMailTemplate>['body'];

export function useSaveMailTemplate(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => call(updateMailTemplate, { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mail-templates'] }),
  }).mutateAsync;
}

/** The rendered mail of a text that is being written; the last good one stays while the text is invalid. */
export const useMailPreview = (id: string, body: CallInput<typeof renderMailTemplate>['body']) =>
  useQuery({
    queryKey: ['mail-preview', id, body],
    queryFn: async ({ signal }) => (await call(renderMailTemplate, { params: { id }, body }, { signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
