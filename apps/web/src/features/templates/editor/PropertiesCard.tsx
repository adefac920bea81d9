import { type TemplateProperty, templateProperty } from '@stellwerk/contract/device-template';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { PartCard } from './PartCard.tsx';

interface PropertiesCardProps {
  properties: readonly TemplateProperty[];
  onChange: ((properties: TemplateProperty[]) => void) | undefined;
}

/** Custom properties that the devices get, and those that must not be empty. */
export function PropertiesCard({ properties, onChange }: PropertiesCardProps) {
  const { t } = useTranslation('templates');
  return (
    <PartCard
      title={t('area.properties')}
      empty={t('properties.empty')}
      addLabel={t('properties.add')}
      items={properties}
      onChange={onChange}
      partOf={({ key, defaultValue, required }) => ({
        id: key,
        title: key,
        detail: defaultValue ? t('properties.default', { value: defaultValue }) : undefined,
        chips: required && <NeutralChip label={t('field.required')} />,
      })}
      dialog={({ item, onSave, onClose }) => (
        <FormDialog
          open
          title={item ? t('properties.edit', { key: item.key }) : t('properties.add')}
          schema={templateProperty}
          submitLabel={t('part.apply')}
          defaultValues={item ?? { key: '', defaultValue: '', required: false }}
          onSubmit={async (values) => onSave(values)}
          onClose={onClose}
        >
          <TextInput name="key" label={t('field.key')} required autoFocus maxLength={100} />
          <TextInput name="defaultValue" label={t('field.defaultValue')} maxLength={2_000} />
          <SwitchInput name="required" label={t('field.required')} help={t('properties.requiredHelp')} />
        </FormDialog>
      )}
    />
  );
}
