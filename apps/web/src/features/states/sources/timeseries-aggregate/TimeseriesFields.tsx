import { Box } from '@mui/material';
import { timeseriesOperations, timeUnits } from '@stellwerk/contract/state-source';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { SourceStatesInput } from '../../editor/SourceStatesInput.tsx';
import type { SourceFieldsProps } from '../define-source.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const pair = { display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } } as const;

function UnitInput({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('states');
  return (
    <SelectInput name={name} label={label} options={timeUnits.map((value) => ({ value, label: t(`unit.${value}`) }))} />
  );
}

/** A length of time that ends now, or with the last full unit of the clock. */
function DurationFields() {
  const { t } = useTranslation('states');
  return (
    <>
      <Box sx={pair}>
        <NumberInput name="config.timeseries.durationLength" label={t('source.timeseries-aggregate.length')} required />
        <UnitInput name="config.timeseries.durationUnit" label={t('source.timeseries-aggregate.unit')} />
      </Box>
      <SwitchInput
        name="config.timeseries.fixedTimestamp"
        label={t('source.timeseries-aggregate.fixedTimestamp')}
        help={t('source.timeseries-aggregate.fixedTimestampHelp')}
      />
    </>
  );
}

/** Whole units of the calendar, some of them ago. */
function PeriodFields() {
  const { t } = useTranslation('states');
  return (
    <Box sx={pair}>
      <NumberInput name="config.timeseries.periodLength" label={t('source.timeseries-aggregate.length')} required />
      <UnitInput name="config.timeseries.periodUnit" label={t('source.timeseries-aggregate.unit')} />
      <NumberInput
        name="config.timeseries.offset"
        label={t('source.timeseries-aggregate.offset')}
        help={t('source.timeseries-aggregate.offsetHelp')}
        required
      />
      <UnitInput name="config.timeseries.offsetUnit" label={t('source.timeseries-aggregate.offsetUnit')} />
    </Box>
  );
}

/** The two newest values alone do not need a window. */
function WindowFields() {
  const { t } = useTranslation('states');
  const isPeriod = useWatch({ name: 'config.timeseries.mode' }) === 'period';
  return (
    <>
      <SelectInput
        name="config.timeseries.mode"
        label={t('source.timeseries-aggregate.mode')}
        options={(['duration', 'period'] as const).map((value) => ({
          value,
          label: t(`source.timeseries-aggregate.modes.${value}`),
          detail: t(`source.timeseries-aggregate.modeHelp.${value}`),
        }))}
      />
      {isPeriod ? <PeriodFields /> : <DurationFields />}
      <Box sx={pair}>
        <TextInput
          name="config.timeseries.zone"
          label={t('source.timeseries-aggregate.zone')}
          placeholder="Europe/Berlin"
          required
        />
        <SelectInput
          name="config.timeseries.firstWeekday"
          label={t('source.timeseries-aggregate.firstWeekday')}
          options={weekdays.map((value) => ({ value, label: t(`weekday.${value}`) }))}
        />
      </Box>
    </>
  );
}

export function TimeseriesFields({ state }: SourceFieldsProps) {
  const { t } = useTranslation('states');
  const operation: unknown = useWatch({ name: 'config.timeseries.operation' });
  return (
    <>
      <SourceStatesInput
        name="config.timeseries.stateId"
        label={t('source.timeseries-aggregate.state')}
        known={state?.sources ?? []}
        disabledIds={state ? [state.id] : []}
        single
      />
      <SelectInput
        name="config.timeseries.operation"
        label={t('source.timeseries-aggregate.operation')}
        options={timeseriesOperations.map((value) => ({ value, label: t(`operation.${value}`) }))}
      />
      {operation !== 'differenceValue' && <WindowFields />}
    </>
  );
}
