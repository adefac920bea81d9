import { Box } from '@mui/material';
import { alarmCategories, alarmSeverities } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { SwitchField } from '../../../../ui/form/SwitchField.tsx';
import { SwitchInput } from '../../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { blankAlarm } from '../rule-draft.ts';
import { EscalationsInput } from './EscalationsInput.tsx';
import { WithPlaceholders } from './WithPlaceholders.tsx';

function AlarmFields() {
  const { t } = useTranslation('rules');
  return (
    <WithPlaceholders>
      <TextInput
        name="alarm.message"
        label={t('alarm.message')}
        required
        maxLength={500}
        placeholder={t('alarm.sample', { temperature: '{{temperature}}' })}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <SelectInput
          name="alarm.severity"
          label={t('alarm.severity')}
          options={alarmSeverities.map((value) => ({ value, label: t(`alarm.severities.${value}`) }))}
        />
        <SelectInput
          name="alarm.category"
          label={t('alarm.category')}
          options={alarmCategories.map((value) => ({ value, label: t(`alarm.categories.${value}`) }))}
        />
      </Box>
      <SwitchInput name="alarm.resolvesItself" label={t('alarm.resolvesItself')} help={t('alarm.resolvesItselfHelp')} />
      <EscalationsInput />
    </WithPlaceholders>
  );
}

/** An alarm that is open while the conditions are met. */
export function AlarmInput() {
  const { t } = useTranslation('rules');
  const field = useField('alarm');
  const isOn = field.value !== null && field.value !== undefined;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SwitchField
        label={t('alarm.raise')}
        help={t('alarm.raiseHelp')}
        value={isOn}
        disabled={field.disabled}
        onChange={(checked) => field.setValue(checked ? blankAlarm : null)}
      />
      {isOn && <AlarmFields />}
    </Box>
  );
}
