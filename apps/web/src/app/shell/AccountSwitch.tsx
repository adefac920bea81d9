import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { BaseField } from '../../ui/form/BaseField.tsx';

const all = 0;

/** For users with roles in several accounts: selects the account that lists show. */
export function AccountSwitch() {
  const { t } = useTranslation('app');
  const { accounts, account, choose } = useChosenAccount();
  if (accounts.length < 2) return null;
  return (
    <Box sx={{ px: 1.25, py: 0.5 }}>
      <BaseField
        select
        label={t('account.switch')}
        value={account?.id ?? all}
        onChange={({ target }) => choose(Number(target.value) || undefined)}
        // A native select: a second popup layer would take the focus, and the menu closes when it loses the focus.
        selectProps={{ native: true }}
      >
        <option value={all}>{t('account.all')}</option>
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </BaseField>
    </Box>
  );
}
