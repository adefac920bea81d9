import { Box, Button, Typography } from '@mui/material';
import { ruleLimits, timeTrigger } from '@stellwerk/contract/rule';
import { CalendarDays, Clock } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatsFor } from '../../../../lib/formats.ts';
import { currentLanguage } from '../../../../lib/i18n.ts';
import { DaysInput } from '../../../../ui/form/DaysInput.tsx';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { viewerZone } from '../../../../ui/time/zone-time.ts';
import { useNow } from '../../../../ui/value/use-now.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { nextTimes } from './next-times.ts';
import { TriggerList } from './TriggerList.tsx';
import { ZoneInput } from './ZoneInput.tsx';

const shownTimes = 3;
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1);

/** Hour and minute in one field. */
function DailyTime({ path }: { path: `timeTriggers.${number}` }) {
  const { t } = useTranslation('rules');
  const hour = useField(`${path}.hour`);
  const minute = useField(`${path}.minute`);
  const two = (value: unknown) => String(value ?? '').padStart(2, '0');
  return (
    <TextField
      {...boundTo(hour, { label: t('trigger.at') })}
      type="time"
      value={typeof hour.value === 'number' ? `${two(hour.value)}:${two(minute.value)}` : ''}
      error={hour.error ?? minute.error}
      onChange={(time) => {
        const [hours, minutes] = time.split(':');
        hour.setValue(hours ? Number(hours) : undefined);
        minute.setValue(minutes ? Number(minutes) : undefined);
      }}
    />
  );
}

/** The next times in the trigger's time zone; empty while the trigger is incomplete. */
function NextTimes({ index }: { index: number }) {
  const { t } = useTranslation('rules');
  const value: unknown = useWatch({ name: `timeTriggers.${index}` });
  const nowMs = useNow();
  const trigger = timeTrigger.safeParse(value).data;
  if (!trigger) return null;
  const { dateTime } = formatsFor(currentLanguage(), trigger.zone);
  const times = nextTimes(trigger, nowMs, shownTimes);
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {times.length === 0 ? t('trigger.never') : t('trigger.next', { times: times.map(dateTime).join(' · ') })}
    </Typography>
  );
}

function TimeRow({ index }: { index: number }) {
  const { t } = useTranslation('rules');
  const path = `timeTriggers.${index}` as const;
  const hourly = useField(`${path}.hourly`);
  const { setValue } = useFormContext<RuleDraft>();
  const trigger = useWatch<RuleDraft, `timeTriggers.${number}`>({ name: path });
  const isHourly = hourly.value === true;
  const [hasMore, setMore] = useState(
    () => trigger.monthDays.length > 0 || trigger.startDate !== null || trigger.endDate !== null,
  );
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: isHourly ? '2fr 1fr 1fr 2fr' : '2fr 2fr 2fr' },
          alignItems: 'end',
        }}
      >
        <SelectField
          label={t('trigger.rhythm')}
          hideLabel
          value={isHourly ? 'hourly' : 'daily'}
          options={(['daily', 'hourly'] as const).map((value) => ({ value, label: t(`trigger.rhythms.${value}`) }))}
          onChange={(rhythm) => {
            hourly.setValue(rhythm === 'hourly');
            // An interval of zero hours is invalid.
            if (rhythm === 'hourly' && trigger.hour === 0) setValue(`${path}.hour`, 1, { shouldDirty: true });
          }}
          disabled={hourly.disabled}
        />
        {isHourly ? (
          <>
            <NumberInput name={`${path}.hour`} label={t('trigger.hours')} unit="h" required />
            <NumberInput name={`${path}.minute`} label={t('trigger.minute')} required />
          </>
        ) : (
          <DailyTime path={path} />
        )}
        <ZoneInput name={`${path}.zone`} />
      </Box>
      {hasMore ? (
        <>
          <DaysInput
            name={`${path}.monthDays`}
            label={t('trigger.monthDays')}
            help={t('trigger.monthDaysHelp')}
            days={monthDays.map((value) => ({
              value,
              label: String(value),
              spoken: t('trigger.monthDay', { day: value }),
            }))}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
            <TextInput name={`${path}.startDate`} type="date" label={t('trigger.startDate')} emptyAs="null" />
            <TextInput name={`${path}.endDate`} type="date" label={t('trigger.endDate')} emptyAs="null" />
          </Box>
        </>
      ) : (
        <Button
          size="small"
          variant="text"
          startIcon={<CalendarDays aria-hidden />}
          disabled={hourly.disabled}
          onClick={() => setMore(true)}
          sx={{ justifySelf: 'start' }}
        >
          {t('trigger.onlySomeDays')}
        </Button>
      )}
      <NextTimes index={index} />
    </>
  );
}

/** Times at which the rule is evaluated, with or without new values. */
export function TimeTriggers() {
  const { t } = useTranslation('rules');
  const { control } = useFormContext<RuleDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'timeTriggers' });
  return (
    <TriggerList
      icon={Clock}
      title={t('trigger.times')}
      help={t('trigger.timesHelp')}
      addLabel={t('trigger.addTime')}
      rows={fields}
      max={ruleLimits.timeTriggers}
      onAdd={() =>
        append(
          { hourly: false, hour: 7, minute: 0, monthDays: [], startDate: null, endDate: null, zone: viewerZone() },
          { focusName: `timeTriggers.${fields.length}.hour` },
        )
      }
      onRemove={remove}
      row={(index) => <TimeRow index={index} />}
    />
  );
}
