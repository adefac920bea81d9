import { openApiDocument } from '@stellwerk/contract/system';
import type { Language } from '@stellwerk/contract/text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type PlainResponse, sendPlain } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { sessionStore } from '../../lib/session.ts';
import { apiReferenceOf, isSafe } from './document/calls.ts';
import { type ResponseText, readResponse } from './try/response-text.ts';

/** The API document changes only with the release, and a new release reloads the page. */
const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export const useApiReference = () =>
  useQuery({
    queryKey: ['api-book'],
    queryFn: async ({ signal }) =>
      apiReferenceOf(JSON.parse(await (await call(openApiDocument, {}, { signal })).text())),
    ...forGood,
  });

const loadTexts: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import('@stellwerk/contract/locales/errors.de.json'),
  en: () => import('@stellwerk/contract/locales/errors.en.json'),
};

/** The texts of error codes in the language of the page. */
export function useErrorTexts(): ReadonlyMap<string, string> {
  // Re-renders when the language changes.
  useTranslation();
  const language = currentLanguage();
  const { data } = useQuery({
    queryKey: ['error-texts', language],
    queryFn: async () => new Map(Object.entries((await loadTexts[language]()).default)),
    ...forGood,
  });
  return data ?? new Map();
}

export interface ReadResponse extends PlainResponse {
  /** Undefined for a binary body. */
  shown: ResponseText | undefined;
}

interface Sent {
  method: string;
  address: string;
  body: string | undefined;
}

export function useSend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, address, body }: Sent): Promise<ReadResponse> => {
      const answer = await sendPlain(method, address, body);
      return { ...answer, shown: await readResponse(answer) };
    },
    onSuccess: async (_answer, sent) => {
      if (isSafe(sent)) return;
      // The call may have changed anything, including the session; only the API description stays.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'api-book' });
      await sessionStore.check();
    },
  });
}
