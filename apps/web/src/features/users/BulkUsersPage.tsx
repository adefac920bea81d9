import { Button } from '@mui/material';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Wizard } from '../../ui/wizard/Wizard.tsx';
import { JobMonitor, useCsvJob } from '../jobs/index.ts';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkSource } from './BulkSource.tsx';
import { useBulkCreation } from './bulk.queries.ts';
import { hasHeader } from './bulk-text.ts';
import { useAccountName } from './user.queries.ts';

/** Imports many users from a list: file, preview, creation. */
export function BulkUsersPage() {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { go } = useNavigation();
  const { tenantId: id } = useParams({ strict: false }) as { tenantId: string };
  const tenantId = Number(id);
  const accountName = useAccountName(tenantId);
  const { mutateAsync } = useBulkCreation();
  const [invite, setInvite] = useState(true);
  const { csv, setCsv, problem, preview, jobId, send, startAgain } = useCsvJob((text, dryRun) =>
    mutateAsync({ tenantId, csv: text, invite, dryRun }),
  );

  const source = { csv, hasHeader: hasHeader(csv), errorsName: t('bulk.errorsName') };
  const showUsers = () => go(`/account-mgmt/${tenantId}?tab=users`);
  const count = preview?.valid ?? 0;
  return (
    <Page id="bulk-users" title={t('bulk.title')} description={t('bulk.description')} facts={accountName}>
      <Card>
        {jobId === undefined ? (
          <Wizard
            finishLabel={t('bulk.finish', { count, shown: formats.number(count) })}
            onCancel={showUsers}
            onFinish={async () => {
              if (count > 0) await send({ dryRun: false });
            }}
            steps={[
              {
                id: 'source',
                title: t('bulk.source.title'),
                validate: () => send({ dryRun: true }),
                content: <BulkSource csv={csv} onCsv={setCsv} invite={invite} onInvite={setInvite} problem={problem} />,
              },
              {
                id: 'preview',
                title: t('bulk.preview.title'),
                content: preview && <BulkPreview preview={preview} source={source} invite={invite} />,
              },
            ]}
          />
        ) : (
          <JobMonitor
            jobId={jobId}
            affects="users"
            source={source}
            resultOf={(created) => t('bulk.result.done', { count: created })}
          >
            <Button variant="contained" onClick={showUsers}>
              {t('bulk.result.show')}
            </Button>
            <Button onClick={startAgain}>{t('bulk.result.again')}</Button>
          </JobMonitor>
        )}
      </Card>
    </Page>
  );
}
