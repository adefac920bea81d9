import { systemValues } from '@stellwerk/contract/state-source';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';

export function SystemFields() {
  const { t } = useTranslation('states');
  return (
    <SelectInput
      name="config.name"
      label={t('source.system.name')}
      options={systemValues.map((value) => ({ value, label: t(`system.${value}`) }))}
    />
  );
}
