import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { judgedText } from './judged-text.ts';

/** Compared values as words of the language. */
export function useJudgedText(): (value: unknown) => string {
  const { t } = useTranslation('rules');
  const { number } = useFormats();
  const words = { number, none: t('judged.none'), yes: t('judged.yes'), no: t('judged.no') };
  return (value) => judgedText(value, words);
}
