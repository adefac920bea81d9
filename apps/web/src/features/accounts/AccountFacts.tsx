import type { Account } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';

/** For users who may see the account but not change it. */
export function AccountFacts({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const formats = useFormats();
  const limit = (value: number | null) => (value ? formats.number(value) : t('limits.none'));
  const { mailServer } = account;
  return (
    <Card title={t('general.title')}>
      <Facts
        facts={[
          { label: t('field.name'), value: account.name },
          { label: t('field.description'), value: account.description },
          { label: t('field.feedback'), value: account.data.feedback.bug },
          { label: t('domains.title'), value: account.domains.join(', ') },
          { label: t('mail.title'), value: mailServer && `${mailServer.host}:${mailServer.port}` },
          { label: t('limits.retention'), value: t('limits.monthCount', { count: account.retentionMonths }) },
          { label: t('limits.csv'), value: limit(account.csvExportLimit) },
          { label: t('limits.devices'), value: limit(account.maxNumberOfDevices) },
        ]}
      />
    </Card>
  );
}
