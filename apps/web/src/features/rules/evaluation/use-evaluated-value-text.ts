import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { evaluatedValueText } from './evaluated-value-text.ts';

/** Formats compared values in the language. */
export function useEvaluatedValueText(): (value: unknown) => string {
  const { t } = useTranslation('rules');
  const { number } = useFormats();
  const words = { number, none: t('judged.none'), yes: t('judged.yes'), no: t('judged.no') };
  return (value) => evaluatedValueText(value, words);
}
