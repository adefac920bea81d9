import { Box } from '@mui/material';
import { decimalSigns, exportAggregations, exportDelimiters, exportFormats } from '@stellwerk/contract/data-export';
import { historyDurations, historyMethods } from '@stellwerk/contract/state-history';
import { languages } from '@stellwerk/contract/text';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { ZoneInput } from '../../../ui/form/ZoneInput.tsx';

const Pair = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
    {children}
  </Box>
);

/** Which rows a file has. Schedules choose the zone together with their times. */
export function RowFields({ hasZone = true }: { hasZone?: boolean }) {
  const { t } = useTranslation('exports');
  const aggregation: unknown = useFormContext().watch('aggregation');
  return (
    <>
      <SelectInput
        name="aggregation"
        label={t('field.aggregation')}
        options={exportAggregations.map((value) => ({
          value,
          label: t(`aggregation.${value}.label`),
          detail: t(`aggregation.${value}.detail`),
        }))}
      />
      {aggregation === 'INTERVAL' && (
        <Pair>
          <SelectInput
            name="duration"
            label={t('field.duration')}
            options={historyDurations.map((value) => ({ value, label: t(`duration.${value}`) }))}
          />
          <SelectInput
            name="method"
            label={t('field.method')}
            options={historyMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
          />
        </Pair>
      )}
      {hasZone && <ZoneInput name="zone" label={t('field.zone')} help={t('field.zoneHelp')} required />}
    </>
  );
}

/** How a file is written. */
export function FormatFields() {
  const { t } = useTranslation('exports');
  const format: unknown = useFormContext().watch('format');
  return (
    <>
      <Pair>
        <SelectInput
          name="format"
          label={t('field.format')}
          options={exportFormats.map((value) => ({
            value,
            label: t(`format.${value}.label`),
            detail: t(`format.${value}.detail`),
          }))}
        />
        <SelectInput
          name="language"
          label={t('field.language')}
          options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
      </Pair>
      {format === 'csv' && (
        <Pair>
          <SelectInput
            name="delimiter"
            label={t('field.delimiter')}
            options={exportDelimiters.map((value) => ({ value, label: t(`delimiter.${nameOfSign(value)}`) }))}
          />
          <SelectInput
            name="decimal"
            label={t('field.decimal')}
            options={decimalSigns.map((value) => ({ value, label: t(`decimal.${nameOfSign(value)}`) }))}
          />
        </Pair>
      )}
    </>
  );
}

const names: Record<string, string> = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '.': 'point' };
const nameOfSign = (sign: string) => names[sign] ?? sign;
