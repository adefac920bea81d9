import { Box, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';

const all = 0;

/** For those who hold roles in several accounts: which one lists show at first. */
export function AccountSwitch() {
  const { t } = useTranslation('app');
  const { accounts, account, choose } = useChosenAccount();
  if (accounts.length < 2) return null;
  return (
    <Box sx={{ px: 1.25, py: 0.5 }}>
      <TextField
        select
        label={t('account.switch')}
        value={account?.id ?? all}
        onChange={({ target }) => choose(Number(target.value) || undefined)}
        // The browser's own list: a second layer would take the focus, and the menu closes when the focus leaves it.
        slotProps={{ select: { native: true } }}
      >
        <option value={all}>{t('account.all')}</option>
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </TextField>
    </Box>
  );
}
