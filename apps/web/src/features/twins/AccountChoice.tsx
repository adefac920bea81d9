import { MenuItem, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';

const all = 0;

/** Whose twins are shown; the same choice holds for all lists. */
export function AccountChoice() {
  const { t } = useTranslation('twins');
  const { accounts, account, choose } = useChosenAccount();
  if (accounts.length < 2) return null;
  return (
    <TextField
      select
      size="small"
      value={account?.id ?? all}
      onChange={({ target }) => choose(Number(target.value) || undefined)}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('column.account') } } }}
      sx={{ width: 'auto', minWidth: '10rem' }}
    >
      <MenuItem value={all}>{t('allAccounts')}</MenuItem>
      {accounts.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
