import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';

/** Whose twins are shown; the same choice holds for all lists. */
export function AccountChoice() {
  const { t } = useTranslation('twins');
  const { accounts, account, choose } = useChosenAccount();
  if (accounts.length < 2) return null;
  return (
    <SelectField
      label={t('column.account')}
      hideLabel
      value={account?.id}
      options={[
        { value: undefined, label: t('allAccounts') },
        ...accounts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={choose}
      sx={{ width: 'auto', minWidth: '10rem' }}
    />
  );
}
