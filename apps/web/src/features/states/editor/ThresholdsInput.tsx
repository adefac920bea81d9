import { Box, Button, FormHelperText, IconButton, Tooltip } from '@mui/material';
import { type BandStatus, bandStatus, bandStatuses, maxThresholds } from '@stellwerk/contract/state';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { type Field, useField } from '../../../ui/form/form-context.ts';
import { numberToText, parseNumberText } from '../../../ui/form/number-text.ts';
import { SelectField, type SelectOption } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { type Row, useRows } from '../../../ui/form/use-rows.ts';
import { pair } from './GeneralFields.tsx';

const directions = ['ascending', 'descending'] as const;
type Direction = (typeof directions)[number];

interface Threshold {
  text: string;
  /** The status of the band above. */
  status: BandStatus;
}

const statusesIn = (value: unknown): BandStatus[] =>
  (Array.isArray(value) ? value : []).flatMap((each) => bandStatus.find((status) => status === each) ?? []);

/** The thresholds with the statuses of the bands around them. */
function useThresholds() {
  const { locale } = useFormats();
  const field = useField('visualisation.thresholds');
  const statuses = useField('visualisation.statuses');
  const { value, setValue: setDirection } = useField('visualisation.direction');
  const direction = directions.find((each) => each === value) ?? 'ascending';
  const [texts, setTexts] = useState(() =>
    (Array.isArray(field.value) ? field.value : []).map((each) => numberToText(Number(each), locale)),
  );
  const own = statusesIn(statuses.value);
  const thresholds = texts.map((_, index) => index);
  const [below = 'ok', ...above] = bandStatuses({ thresholds, direction, statuses: own });

  function change(next: readonly Threshold[]): void {
    setTexts(next.map(({ text }) => text));
    // A text that is no number is left to the schema, which refuses it.
    field.setValue(
      next.map(({ text }) => {
        const number = parseNumberText(text, locale);
        return number === undefined || Number.isNaN(number) ? text : number;
      }),
    );
    if (own.length > 0) statuses.setValue(next.length > 0 ? [below, ...next.map(({ status }) => status)] : []);
  }
  const values = texts.map((text, index): Threshold => ({ text, status: above[index] ?? 'ok' }));
  return {
    field,
    rows: useRows(values, change),
    add: () => change([...values, { text: '', status: above.at(-1) ?? 'error' }]),
    hasOwn: own.length > 0,
    direction,
    below,
    setBelow: (status: BandStatus) => statuses.setValue([status, ...above]),
    chooseOwn: () => statuses.setValue([below, ...above]),
    chooseDirection(next: Direction) {
      setDirection(next);
      statuses.setValue([]);
    },
  };
}

interface StatusFieldProps {
  label: string;
  value: BandStatus;
  onChange: (status: BandStatus) => void;
  disabled: boolean;
}

function StatusField(props: StatusFieldProps) {
  const { t } = useTranslation('states');
  return <SelectField {...props} options={bandStatus.map((value) => ({ value, label: t(`ui:status.${value}`) }))} />;
}

function ThresholdRow({ row, field, hasOwn }: { row: Row<Threshold>; field: Field; hasOwn: boolean }) {
  const { t } = useTranslation('states');
  const { index, value, change, remove } = row;
  const number = index + 1;
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
      <Box sx={{ ...pair, flex: 1, minWidth: 0 }}>
        <TextField
          label={t('field.threshold', { number })}
          value={value.text}
          onChange={(text) => change({ text })}
          onBlur={field.onBlur}
          disabled={field.disabled}
          // All rows share the error text below.
          error={field.error !== undefined}
          inputRef={index === 0 ? field.ref : undefined}
          attributes={{ inputMode: 'decimal' }}
        />
        {hasOwn && (
          <StatusField
            label={t('field.statusFrom', { number })}
            value={value.status}
            onChange={(status) => change({ status })}
            disabled={field.disabled}
          />
        )}
      </Box>
      <Tooltip title={t('field.removeThreshold', { number })}>
        <IconButton aria-label={t('field.removeThreshold', { number })} disabled={field.disabled} onClick={remove}>
          <X aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** Any number of thresholds. The direction gives the bands their statuses, unless they have their own. */
export function ThresholdsInput() {
  const { t } = useTranslation('states');
  const { field, rows, add, hasOwn, direction, below, ...thresholds } = useThresholds();
  const choices: SelectOption<Direction | 'own'>[] = [
    ...directions.map((value) => ({ value, label: t(`direction.${value}`) })),
    ...(rows.length > 0 ? [{ value: 'own' as const, label: t('direction.own') }] : []),
  ];
  return (
    <Box role="group" aria-label={t('field.thresholds')} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {rows.map((row) => (
        <ThresholdRow key={row.key} row={row} field={field} hasOwn={hasOwn} />
      ))}
      <Box>
        <Button
          startIcon={<Plus aria-hidden />}
          disabled={field.disabled || rows.length >= maxThresholds}
          onClick={add}
          {...(rows.length === 0 ? { ref: field.ref } : {})}
        >
          {t('field.addThreshold')}
        </Button>
        <FormHelperText error={field.error !== undefined}>
          {field.error === undefined ? t('field.thresholdsHelp') : t('field.thresholdsWrong')}
        </FormHelperText>
      </Box>
      <Box sx={pair}>
        <SelectField<Direction | 'own'>
          label={t('field.direction')}
          value={hasOwn ? 'own' : direction}
          options={choices}
          onChange={(choice) => (choice === 'own' ? thresholds.chooseOwn() : thresholds.chooseDirection(choice))}
          disabled={field.disabled}
        />
        {hasOwn && (
          <StatusField
            label={t('field.statusBelow')}
            value={below}
            onChange={thresholds.setBelow}
            disabled={field.disabled}
          />
        )}
      </Box>
    </Box>
  );
}
