import { type FilterDefinition, takesNoValue } from '@stellwerk/contract/flow-filter';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** A filter as a sentence: its conditions, or its script. */
export function useConditionText() {
  const { t } = useTranslation('flows');
  return useCallback(
    ({ type, match, conditions, script }: FilterDefinition): string => {
      if (type !== 'standard') return script.trim();
      const texts = conditions.map(({ attribute, operator, value }) =>
        [
          t(`attribute.${attribute}`),
          t(`operator.${operator}`),
          takesNoValue(operator) ? '' : t('filter.quoted', { value }),
        ]
          .join(' ')
          .trim(),
      );
      return texts.join(` ${t(`matchWord.${match}`)} `);
    },
    [t],
  );
}
