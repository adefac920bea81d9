import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a kind of jobs is called; one without words is shown by its name. */
export function useTypeName(): (type: string) => string {
  const { t } = useTranslation('jobs');
  return useCallback((type) => t(`type.${type}`, { defaultValue: type }), [t]);
}
