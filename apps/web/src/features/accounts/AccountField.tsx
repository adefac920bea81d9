import { useTranslation } from 'react-i18next';
import { ChoiceField, type ChoiceFieldProps } from '../../ui/tree/ChoiceField.tsx';
import { PickDialog } from '../../ui/tree/PickDialog.tsx';
import { AccountPicker, type PickedAccount } from './AccountPicker.tsx';

export interface AccountFieldProps extends ChoiceFieldProps {
  value: PickedAccount | undefined;
  onChange: (account: PickedAccount) => void;
  disabledId?: number | undefined;
}

/** A field for one account that opens the tree to choose another. */
export function AccountField({ value, onChange, disabledId, ...field }: AccountFieldProps) {
  const { t } = useTranslation('accounts');
  return (
    <ChoiceField
      {...field}
      shown={value?.name ?? ''}
      placeholder={t('picker.none')}
      openLabel={t('picker.open', { label: field.label })}
      dialog={(close) => (
        <PickDialog<PickedAccount>
          title={t('picker.title')}
          chooseLabel={t('picker.choose')}
          onChoose={onChange}
          onClose={close}
        >
          {(picked, pick) => (
            <AccountPicker
              label={t('picker.tree')}
              value={picked?.id ?? value?.id}
              onChange={pick}
              disabledId={disabledId}
            />
          )}
        </PickDialog>
      )}
    />
  );
}
