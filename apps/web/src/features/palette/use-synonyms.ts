import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Synonyms of a screen or an action from the texts; empty if there are none. */
export function useSynonyms(): (name: string) => string[] {
  const { t } = useTranslation('palette');
  return useCallback(
    (name) =>
      t(`synonyms.${name}`, { defaultValue: '' })
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    [t],
  );
}
