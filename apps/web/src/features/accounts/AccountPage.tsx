import type { Account } from '@stellwerk/contract/account';
import { useParams } from '@tanstack/react-router';
import { FolderInput, Plus, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import type { PageAction } from '../../ui/page/actions.ts';
import { Page } from '../../ui/page/Page.tsx';
import type { PageTab } from '../../ui/page/PageTabs.tsx';
import { AccountApiKeys } from '../api-keys/index.ts';
import { FederatedClients } from '../federated/index.ts';
import { UsersTable } from '../users/index.ts';
import { AccountSettings } from './AccountSettings.tsx';
import { AccountsTable } from './AccountsTable.tsx';
import { useAccount } from './account.queries.ts';
import { CreateAccountDialog } from './CreateAccountDialog.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { MoveAccountDialog } from './MoveAccountDialog.tsx';

type OpenDialog = 'create' | 'move' | 'delete';

function Path({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      {account.path.map(({ id, name }) => (
        <Fragment key={id}>
          <InternalLink to={`/account-mgmt/${id}`}>{name}</InternalLink>
          {' / '}
        </Fragment>
      ))}
      {t('detail.number', { id: account.id })}
    </>
  );
}

function useTabs(account: Account): PageTab[] {
  const { t } = useTranslation('accounts');
  const { id, abilities, domains, subAccountCount, userCount } = account;
  return [
    { id: 'account', label: t('tab.account'), content: <AccountSettings key={id} account={account} /> },
    { id: 'users', label: t('tab.users'), count: userCount, content: <UsersTable key={id} tenantId={id} /> },
    ...(abilities.manageUsers
      ? [{ id: 'keys', label: t('tab.keys'), content: <AccountApiKeys key={id} tenantId={id} /> }]
      : []),
    ...(abilities.update
      ? [
          {
            id: 'sign-in',
            label: t('tab.signIn'),
            content: <FederatedClients key={id} tenantId={id} domains={domains} />,
          },
        ]
      : []),
    {
      id: 'sub-accounts',
      label: t('tab.subAccounts'),
      count: subAccountCount,
      content: <AccountsTable key={id} parentId={id} />,
    },
  ];
}

function useActions({ abilities }: Account, onAsk: (dialog: OpenDialog) => void): PageAction[] {
  const { t } = useTranslation('accounts');
  const ask = (dialog: OpenDialog) => () => onAsk(dialog);
  return [
    ...(abilities.createSubAccount
      ? [{ label: t('create.action'), icon: Plus, prominent: true, onClick: ask('create') }]
      : []),
    ...(abilities.move ? [{ label: t('move.action'), icon: FolderInput, onClick: ask('move') }] : []),
    ...(abilities.delete ? [{ label: t('delete.action'), icon: Trash2, danger: true, onClick: ask('delete') }] : []),
  ];
}

function Detail({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Page
        id="account"
        title={account.name}
        facts={<Path account={account} />}
        secondary={useActions(account, setDialog)}
        tabs={useTabs(account)}
      />
      {dialog === 'create' && <CreateAccountDialog parent={account} onClose={close} />}
      {dialog === 'move' && <MoveAccountDialog account={account} onClose={close} />}
      {dialog === 'delete' && <DeleteAccountDialog account={account} onClose={close} />}
    </>
  );
}

export function AccountPage() {
  const { t } = useTranslation('accounts');
  const { tenantId } = useParams({ strict: false });
  const { data, error, refetch } = useAccount(Number(tenantId));
  if (data) return <Detail account={data} />;
  return (
    <Page id="account" title={t('detail.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
