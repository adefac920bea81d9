import { Box } from '@mui/material';
import { ruleLimits } from '@stellwerk/contract/rule';
import { CalendarClock } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DaysInput } from '../../../../ui/form/DaysInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { viewerZone } from '../../../../ui/time/zone-time.ts';
import { blankWindow, type RuleDraft } from '../rule-draft.ts';
import { TriggerList } from './TriggerList.tsx';
import { ZoneInput } from './ZoneInput.tsx';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

function WindowRow({ index }: { index: number }) {
  const { t } = useTranslation('rules');
  const path = `executionWindows.${index}`;
  return (
    <>
      <DaysInput
        name={`${path}.weekdays`}
        label={t('trigger.weekdays')}
        days={weekdays.map((value) => ({
          value,
          label: t(`weekday.short.${value}`),
          // The accessible name contains the visible text, for users of voice control.
          spoken: `${t(`weekday.short.${value}`)}, ${t(`weekday.long.${value}`)}`,
        }))}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', sm: '1fr 1fr 2fr' },
        }}
      >
        <TextInput name={`${path}.from`} type="time" label={t('trigger.from')} />
        <TextInput name={`${path}.to`} type="time" label={t('trigger.to')} />
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
          <ZoneInput name={`${path}.zone`} />
        </Box>
      </Box>
    </>
  );
}

/** Time windows of the week; outside of them the rule is not evaluated. */
export function WindowsInput() {
  const { t } = useTranslation('rules');
  const { control } = useFormContext<RuleDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'executionWindows' });
  return (
    <TriggerList
      icon={CalendarClock}
      title={t('trigger.windows')}
      help={t('trigger.windowsHelp')}
      addLabel={t('trigger.addWindow')}
      rows={fields}
      max={ruleLimits.windows}
      onAdd={() => append(blankWindow(viewerZone()), { focusName: `executionWindows.${fields.length}.from` })}
      onRemove={remove}
      row={(index) => <WindowRow index={index} />}
    />
  );
}
