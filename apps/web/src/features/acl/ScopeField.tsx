import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { ChoiceField, type ChoiceFieldProps } from '../../ui/tree/ChoiceField.tsx';
import { ScopeDialog } from './ScopeDialog.tsx';
import type { PickedScope } from './ScopePicker.tsx';

export interface ScopeFieldProps extends ChoiceFieldProps {
  value: PickedScope | undefined;
  onChange: (scope: PickedScope) => void;
}

function Field({ value, onChange, ...field }: ScopeFieldProps) {
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

/** A field that holds one scope and opens the tree to choose another. */
export function ScopeField(props: ScopeFieldProps) {
  return (
    <Suspense fallback={<Skeletons shape="lines" count={1} />}>
      <Field {...props} />
    </Suspense>
  );
}
