import { Box } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import type { AccountSettings } from '@stellwerk/contract/setting';
import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { type PageTab, PageTabs } from '../../ui/page/PageTabs.tsx';
import { inOrder, type Placed } from '../../ui/slot/slot-entries.ts';
import { useSlotTabs } from '../../ui/slot/use-slot.tsx';
import { AccountField, MailServerCard, Modules, TermsCard, useAccount, useManagedAccount } from '../accounts/index.ts';
import { DefaultsTab } from './DefaultsTab.tsx';
import { FeaturesTab } from './FeaturesTab.tsx';
import { LinksTab } from './LinksTab.tsx';
import { MailTemplatesTab } from './MailTemplatesTab.tsx';
import { MapsTab } from './MapsTab.tsx';
import { PagesTab } from './PagesTab.tsx';
import { useSettings } from './setting.queries.ts';
import { settingsTabs } from './slots.ts';
import { ThemeTab } from './ThemeTab.tsx';

function SettingsTabs({ account, settings }: { account: Account; settings: AccountSettings }) {
  const { t } = useTranslation('settings');
  const contributed = useSlotTabs(settingsTabs, { account, settings }, account.id);
  const part = { accountId: account.id, settings };
  const own: Placed<PageTab>[] = [
    { id: 'defaults', position: 100, label: t('tab.defaults'), content: <DefaultsTab {...part} /> },
    { id: 'page', position: 200, label: t('tab.page'), content: <PagesTab {...part} /> },
    { id: 'theme', position: 300, label: t('tab.theme'), content: <ThemeTab {...part} /> },
    { id: 'mail', position: 400, label: t('tab.mail'), content: <MailServerCard account={account} /> },
    { id: 'templates', position: 500, label: t('tab.templates'), content: <MailTemplatesTab accountId={account.id} /> },
    { id: 'links', position: 600, label: t('tab.links'), content: <LinksTab {...part} /> },
    { id: 'maps', position: 700, label: t('tab.maps'), content: <MapsTab {...part} /> },
    { id: 'modules', position: 800, label: t('tab.modules'), content: <Modules accountId={account.id} /> },
    { id: 'features', position: 900, label: t('tab.features'), content: <FeaturesTab {...part} /> },
    { id: 'terms', position: 1000, label: t('tab.terms'), content: <TermsCard account={account} /> },
  ];
  return <PageTabs tabs={inOrder([...own, ...contributed])} label={t('title')} />;
}

function SettingsOf({ accountId }: { accountId: number }) {
  const { t } = useTranslation('settings');
  const account = useAccount(accountId);
  const settings = useSettings(accountId);
  const error = settings.error ?? account.error;
  // The stored account may be deleted, or belong to another user of this browser.
  if (isApiError(error) && [403, 404].includes(error.status)) {
    return <EmptyState icon={Settings} title={t('choose.title')} description={t('choose.text')} />;
  }
  if (error) return <ErrorState error={error} onRetry={() => void settings.refetch()} />;
  if (!settings.data || !account.data) return <Skeletons shape="lines" />;
  return <SettingsTabs account={account.data} settings={settings.data} />;
}

/** What the operator sets for an account and the accounts below it, without touching code. */
export function SystemSettingsPage() {
  const { t } = useTranslation('settings');
  const [accountId, choose] = useManagedAccount('settings');
  const account = useAccount(accountId);
  return (
    <Page id="system-settings" title={t('title')} description={t('description')}>
      <Box sx={{ maxWidth: (theme) => theme.spacing(50), mb: 2 }}>
        <AccountField label={t('account')} value={account.data} onChange={({ id }) => choose(id)} />
      </Box>
      <SettingsOf key={accountId} accountId={accountId} />
    </Page>
  );
}
