import { Box } from '@mui/material';
import { alarmReportTypes } from '@stellwerk/contract/alarm-report';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useAccountChoices } from '../../devices/index.ts';
import { useSmartGroupChoices } from '../../smart-groups/index.ts';

/** What the report is about. */
export function ReportStep({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('alarm-reports');
  const accounts = useAccountChoices();
  const tenantId: unknown = useFormContext().watch('tenantId');
  const groups = useSmartGroupChoices(typeof tenantId === 'number' ? tenantId : undefined);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <TextInput name="name" label={t('field.name')} required />
      {isNew && accounts.length > 1 && (
        <SelectInput
          name="tenantId"
          label={t('field.account')}
          required
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SelectInput
        name="type"
        label={t('field.type')}
        options={alarmReportTypes.map((value) => ({
          value,
          label: t(`type.${value}.label`),
          detail: t(`type.${value}.detail`),
        }))}
      />
      <SelectInput
        name="smartGroupId"
        label={t('field.smartGroup')}
        help={t('field.smartGroupHelp')}
        emptyAs="null"
        emptyText={t('field.allDevices')}
        options={groups.map(({ id, title }) => ({ value: id, label: title }))}
      />
    </Box>
  );
}
