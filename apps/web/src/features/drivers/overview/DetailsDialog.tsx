import { Box } from '@mui/material';
import { technicalFields, updateDriver } from '@stellwerk/contract/driver';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { useDraft } from '../draft/draft-context.ts';
import { useDriverActions } from '../driver.queries.ts';

const schema = updateDriver.body.omit({ draft: true, acceptCase: true });

/** Everything about the device but its versions. It is stored at once and needs no publishing. */
export function DetailsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('drivers');
  const { driver } = useDraft();
  const { update } = useDriverActions();
  const { title, manufacturer, description, visibility, highlights, installationNotes } = driver;
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t('details.title', { title })}
      description={t('details.description')}
      schema={schema}
      defaultValues={{
        title,
        manufacturer,
        description,
        visibility,
        highlights,
        installationNotes,
        properties: Object.fromEntries(technicalFields.map((name) => [name, driver.properties[name] ?? ''])),
      }}
      onSubmit={async (values) => {
        await update({ id: driver.id, ...values }).catch(
          errorOnField({ DEVICEDRIVER_VISIBILITY_IN_USE: 'visibility' }),
        );
        showToast({ message: t('details.done') });
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required maxLength={200} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput name="manufacturer" label={t('column.manufacturer')} maxLength={200} />
        <SelectInput
          name="visibility"
          label={t('column.visibility')}
          info={t('visibility.info')}
          options={(['account', 'everyone'] as const).map((value) => ({
            value,
            label: t(`visibility.${value}`),
            detail: t(`visibility.${value}Help`),
          }))}
        />
      </Box>
      <TextInput name="description" label={t('field.description')} rows={3} maxLength={10_000} />
      <TextInput
        name="highlights"
        label={t('field.highlights')}
        help={t('field.highlightsHelp')}
        rows={3}
        maxLength={5_000}
      />
      <TextInput name="installationNotes" label={t('field.installationNotes')} rows={3} maxLength={10_000} />
      <Section title={t('overview.technical')}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {technicalFields.map((name) => (
            <TextInput key={name} name={`properties.${name}`} label={t(`technical.${name}`)} maxLength={1_000} />
          ))}
        </Box>
      </Section>
    </FormDialog>
  );
}
