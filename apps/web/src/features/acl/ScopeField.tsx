import { useTranslation } from 'react-i18next';
import { ChoiceField, type ChoiceFieldProps } from '../../ui/tree/ChoiceField.tsx';
import { ScopeDialog } from './ScopeDialog.tsx';
import type { PickedScope } from './ScopePicker.tsx';

export interface ScopeFieldProps extends ChoiceFieldProps {
  value: PickedScope | undefined;
  onChange: (scope: PickedScope) => void;
}

/** A field for one scope that opens the tree to choose another. */
export function ScopeField({ value, onChange, ...field }: ScopeFieldProps) {
  const { t } = useTranslation('acl');
  return (
    <ChoiceField
      {...field}
      shown={value?.name ?? ''}
      placeholder={t('scope.none')}
      openLabel={t('scope.open', { label: field.label })}
      dialog={(close) => <ScopeDialog title={t('scope.title')} value={value?.id} onChoose={onChange} onClose={close} />}
    />
  );
}
