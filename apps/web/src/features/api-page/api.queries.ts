import { openApiDocument } from '@stellwerk/contract/system';
import type { Language } from '@stellwerk/contract/text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type PlainAnswer, sendPlain } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { sessionStore } from '../../lib/session.ts';
import { bookOf, isSafe } from './document/calls.ts';
import { type AnswerText, readAnswer } from './try/answer-text.ts';

/** It changes with the program alone, which loads the page anew. */
const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export const useApiBook = () =>
  useQuery({
    queryKey: ['api-book'],
    queryFn: async ({ signal }) => bookOf(JSON.parse(await (await call(openApiDocument, {}, { signal })).text())),
    ...forGood,
  });

const loadTexts: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import('@stellwerk/contract/locales/errors.de.json'),
  en: () => import('@stellwerk/contract/locales/errors.en.json'),
};

/** What the codes of errors say, in the language of the page. */
export function useErrorTexts(): ReadonlyMap<string, string> {
  // Says when the language changes.
  useTranslation();
  const language = currentLanguage();
  const { data } = useQuery({
    queryKey: ['error-texts', language],
    queryFn: async () => new Map(Object.entries((await loadTexts[language]()).default)),
    ...forGood,
  });
  return data ?? new Map();
}

export interface ReadAnswer extends PlainAnswer {
  /** Undefined where it is no text. */
  shown: AnswerText | undefined;
}

interface Sent {
  method: string;
  address: string;
  body: string | undefined;
}

export function useSend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, address, body }: Sent): Promise<ReadAnswer> => {
      const answer = await sendPlain(method, address, body);
      return { ...answer, shown: await readAnswer(answer) };
    },
    onSuccess: async (_answer, sent) => {
      if (isSafe(sent)) return;
      // It may have changed anything, the session included; the description of the calls stays.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'api-book' });
      await sessionStore.check();
    },
  });
}
