import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Other words for a screen or an action, as the texts list them; none where nobody thought of any. */
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
