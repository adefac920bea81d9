import type { Issue } from '@stellwerk/contract/issues';
import de from '@stellwerk/contract/locales/issues.de.json';
import en from '@stellwerk/contract/locales/issues.en.json';
import { fillText, type Language } from '@stellwerk/contract/text';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const texts: Record<Language, Record<Issue['code'], string>> = { de, en };

/** The same error texts as in the server's responses, because both read the contract's texts. */
export function useIssueText() {
  const { i18n } = useTranslation();
  const language: Language = i18n.resolvedLanguage === 'en' ? 'en' : 'de';
  return useCallback((issue: Issue) => fillText(texts[language][issue.code], issue.params), [language]);
}
