import { Box, FormHelperText, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useField } from '../../../ui/form/form-context.ts';
import { numberToText, parseNumberText } from '../../../ui/form/number-text.ts';
import { pair } from './GeneralFields.tsx';

const places = [0, 1] as const;

/** None, one or two numbers; what is no number is handed on, so that the schema complains about it. */
export function ThresholdsInput() {
  const { t } = useTranslation('states');
  const { locale } = useFormats();
  const field = useField('visualisation.thresholds');
  const [texts, setTexts] = useState(() =>
    (Array.isArray(field.value) ? field.value : []).map((value) => numberToText(Number(value), locale)),
  );
  const change = (place: number, text: string) => {
    const next = places.map((each) => (each === place ? text : (texts[each] ?? '')));
    setTexts(next);
    const numbers = next.flatMap((each) => parseNumberText(each, locale) ?? []);
    field.setValue(numbers.map((number, index) => (Number.isNaN(number) ? next[index] : number)));
  };
  return (
    <Box>
      <Box sx={pair}>
        {places.map((place) => (
          <TextField
            key={place}
            label={t(`field.threshold.${place}`)}
            value={texts[place] ?? ''}
            onChange={(event) => change(place, event.target.value)}
            onBlur={field.onBlur}
            {...(place === 0 ? { inputRef: field.ref } : {})}
            disabled={field.disabled}
            error={field.error !== undefined}
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
      </Box>
      <FormHelperText error={field.error !== undefined}>
        {field.error === undefined ? t('field.thresholdsHelp') : t('field.thresholdsWrong')}
      </FormHelperText>
    </Box>
  );
}
