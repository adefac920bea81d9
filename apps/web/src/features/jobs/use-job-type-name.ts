import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The title of a job type; a type without a text shows its name. */
export function useJobTypeName(): (type: string) => string {
  const { t } = useTranslation('jobs');
  return useCallback((type) => t(`type.${type}`, { defaultValue: type }), [t]);
}
