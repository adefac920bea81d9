import type { BulkUserPreview } from '@stellwerk/contract/user-bulk';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { useGo } from '../../ui/navigation/use-go.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Wizard } from '../../ui/wizard/Wizard.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { BulkSource } from './BulkSource.tsx';
import { useBulkCreation } from './bulk.queries.ts';
import { useAccountName } from './user.queries.ts';

/** Many users from a list: file, preview, creation. */
export function BulkUsersPage() {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { go } = useGo();
  const { tenantId: text } = useParams({ strict: false }) as { tenantId: string };
  const tenantId = Number(text);
  const accountName = useAccountName(tenantId);
  const { mutateAsync } = useBulkCreation();
  const [csv, setCsv] = useState('');
  const [invite, setInvite] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState<BulkUserPreview>();
  const [jobId, setJobId] = useState<number>();

  async function send(dryRun: boolean): Promise<boolean> {
    if (csv.trim() === '') {
      setProblem(t('bulk.source.missing'));
      return false;
    }
    try {
      const answer = await mutateAsync({ tenantId, csv, invite, dryRun });
      setProblem(undefined);
      setPreview(answer.preview);
      setJobId(answer.job?.id);
      return true;
    } catch (error) {
      setProblem(failureOf(error).message ?? t('bulk.source.failed'));
      return false;
    }
  }

  function startAgain() {
    setJobId(undefined);
    setPreview(undefined);
    setCsv('');
  }

  const count = preview?.valid ?? 0;
  return (
    <Page id="bulk-users" title={t('bulk.title')} description={t('bulk.description')} facts={accountName}>
      <Card>
        {jobId === undefined ? (
          <Wizard
            finishLabel={t('bulk.finish', { count, shown: formats.number(count) })}
            onCancel={() => go(`/account-mgmt/${tenantId}?tab=users`)}
            onFinish={async () => {
              if (count > 0) await send(false);
            }}
            steps={[
              {
                id: 'source',
                title: t('bulk.source.title'),
                validate: () => send(true),
                content: <BulkSource csv={csv} onCsv={setCsv} invite={invite} onInvite={setInvite} problem={problem} />,
              },
              {
                id: 'preview',
                title: t('bulk.preview.title'),
                content: preview && <BulkPreview preview={preview} csv={csv} invite={invite} />,
              },
            ]}
          />
        ) : (
          <BulkProgress jobId={jobId} tenantId={tenantId} csv={csv} onAgain={startAgain} />
        )}
      </Card>
    </Page>
  );
}
