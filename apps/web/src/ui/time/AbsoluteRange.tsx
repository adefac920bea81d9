import { Box, Button, FormHelperText } from '@mui/material';
import { DateTimePicker, LocalizationProvider } from '@mui/x-date-pickers';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { deDE, enUS } from '@mui/x-date-pickers/locales';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResolvedRange } from './time-range.ts';

// The pickers need their own date library, with the time zone from its plug-in.
dayjs.extend(utc);
dayjs.extend(timezone);

export interface AbsoluteRangeProps {
  range: ResolvedRange;
  zone: string;
  onApply: (range: ResolvedRange) => void;
}

/** Begin and end by two pickers; both are applied at once, so that an incomplete range is never queried. */
export function AbsoluteRange({ range, zone, onApply }: AbsoluteRangeProps) {
  const { t, i18n } = useTranslation('ui');
  const [from, setFrom] = useState<Dayjs | null>(() => dayjs(range.fromMs).tz(zone));
  const [to, setTo] = useState<Dayjs | null>(() => dayjs(range.toMs).tz(zone));
  const isGerman = i18n.resolvedLanguage !== 'en';
  const complete = from?.isValid() === true && to?.isValid() === true;
  const ordered = complete && from.isBefore(to);
  const texts = (isGerman ? deDE : enUS).components.MuiLocalizationProvider.defaultProps.localeText;
  // The label is above the field, so its outline needs no notch.
  const outline = { '& .MuiPickersOutlinedInput-notchedOutline': { top: 0, '& > legend': { display: 'none' } } };
  const field = { textField: { fullWidth: true, size: 'small' as const, sx: outline } };
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={isGerman ? 'de' : 'en-gb'} localeText={texts}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        <DateTimePicker
          label={t('time.from')}
          value={from}
          onChange={setFrom}
          timezone={zone}
          ampm={false}
          slotProps={field}
        />
        <DateTimePicker
          label={t('time.to')}
          value={to}
          onChange={setTo}
          timezone={zone}
          ampm={false}
          slotProps={field}
        />
        {complete && !ordered && <FormHelperText error>{t('time.order')}</FormHelperText>}
        <Button
          variant="contained"
          disabled={!ordered}
          onClick={() => ordered && onApply({ fromMs: from.valueOf(), toMs: to.valueOf() })}
        >
          {t('time.apply')}
        </Button>
      </Box>
    </LocalizationProvider>
  );
}
