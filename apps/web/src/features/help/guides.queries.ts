import type { Language } from '@stellwerk/contract/text';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import type { Guide } from './guide.ts';
import { guideNames } from './guide-order.ts';

const load: Record<Language, () => Promise<{ texts: Record<string, string> }>> = {
  de: () => import('./guides-de.ts'),
  en: () => import('./guides-en.ts'),
};

async function loadGuides(language: Language): Promise<readonly Guide[]> {
  const [{ texts }, { readGuide }] = await Promise.all([load[language](), import('./guide.ts')]);
  const byName = new Map(Object.entries(texts).map(([file, text]) => [/([^/]+)\.md$/.exec(file)?.[1], text]));
  return guideNames.flatMap((name) => {
    const text = byName.get(name);
    return text === undefined ? [] : [readGuide(name, text)];
  });
}

/** All guides in the language of the page. They change with the release alone, and a new release reloads the page. */
export function useGuides({ isWanted = true }: { isWanted?: boolean } = {}) {
  // Re-renders when the language changes.
  useTranslation();
  const language = currentLanguage();
  return useQuery({
    queryKey: ['guides', language],
    queryFn: () => loadGuides(language),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
