import { Box } from '@mui/material';
import { reportConditions, reportLocales, reportTables, subjectPlaceholders } from '@stellwerk/contract/alarm-report';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TemplateInput } from '../../../ui/form/TemplateInput.tsx';

/** What the mail contains, and when there is one. */
export function ContentStep() {
  const { t } = useTranslation('alarm-reports');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <SelectInput
        name="tables"
        label={t('field.tables')}
        help={t('field.tablesHelp')}
        multiple
        required
        options={reportTables.map((value) => ({
          value,
          label: t(`table.${value}.label`),
          detail: t(`table.${value}.detail`),
        }))}
      />
      <SelectInput
        name="condition"
        label={t('field.condition')}
        options={reportConditions.map((value) => ({ value, label: t(`condition.${value}`) }))}
      />
      <SelectInput
        name="language"
        label={t('field.language')}
        options={reportLocales.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      <TemplateInput
        name="subject"
        label={t('field.subject')}
        help={t('field.subjectHelp')}
        groups={[{ title: t('field.placeholders'), names: subjectPlaceholders }]}
        required
      />
    </Box>
  );
}
