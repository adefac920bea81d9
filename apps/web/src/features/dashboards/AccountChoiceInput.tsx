import { listAccounts } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useSession } from '../../lib/session.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { AccountInput } from '../accounts/index.ts';

interface AccountChoiceInputProps {
  name: string;
  initial: { id: number; name: string } | undefined;
  help?: string;
}

/** Chooses the account of a dashboard: any account the user may browse, by default the user's own. */
export function AccountChoiceInput({ name, initial, help }: AccountChoiceInputProps) {
  const { t } = useTranslation('dashboards');
  const mayBrowse = useCan(listAccounts.permission);
  const accounts = useSession()?.primaryTenants ?? [];
  const common = { name, label: t('column.account'), required: true, ...(help ? { help } : {}) };
  if (mayBrowse) return <AccountInput {...common} initial={initial} />;
  return <SelectInput {...common} options={accounts.map((account) => ({ value: account.id, label: account.name }))} />;
}
