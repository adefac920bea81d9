import { Button } from '@mui/material';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Wizard } from '../../ui/wizard/Wizard.tsx';
import { JobMonitor, useCsvJob } from '../jobs/index.ts';
import { BulkDuplicatePreview } from './BulkDuplicatePreview.tsx';
import { BulkDuplicateSource } from './BulkDuplicateSource.tsx';
import { useTwin } from './twin.queries.ts';
import { useBulkDuplication } from './twin-copy.queries.ts';

/** Many copies of one twin from a list: file, preview, job. */
export function BulkDuplicatePage() {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { go } = useNavigation();
  const { id: text } = useParams({ strict: false });
  const id = Number(text);
  const { data: twin } = useTwin(id);
  const duplicate = useBulkDuplication();
  const { csv, setCsv, problem, preview, jobId, send, startAgain } = useCsvJob((twinsData, dryRun) =>
    duplicate({ id, twinsData, dryRun }),
  );

  const source = { csv, hasHeader: true, errorsName: t('csv.errorsName') };
  const count = preview?.valid ?? 0;
  const parent = twin?.ancestors.at(-1);
  return (
    <Page
      id="duplicate-csv"
      title={t('csv.title')}
      description={t('csv.description')}
      facts={twin && <InternalLink to={`/digitaltwin-mgmt/${id}`}>{twin.title}</InternalLink>}
    >
      <Card>
        {jobId === undefined ? (
          <Wizard
            finishLabel={t('csv.finish', { count, shown: formats.number(count) })}
            onCancel={() => go(`/digitaltwin-mgmt/${id}`)}
            onFinish={async () => {
              if (count > 0) await send({ dryRun: false });
            }}
            steps={[
              {
                id: 'source',
                title: t('csv.source'),
                validate: () => send({ dryRun: true }),
                content: <BulkDuplicateSource csv={csv} onCsv={setCsv} problem={problem} />,
              },
              {
                id: 'preview',
                title: t('csv.preview'),
                content: preview && <BulkDuplicatePreview preview={preview} source={source} />,
              },
            ]}
          />
        ) : (
          <JobMonitor
            jobId={jobId}
            affects="twins"
            source={source}
            resultOf={(done) => t('csv.result', { count: done, shown: formats.number(done) })}
          >
            <Button
              variant="contained"
              onClick={() => go(parent ? `/digitaltwin-mgmt/${parent.id}` : '/digitaltwin-mgmt/list')}
            >
              {t('csv.show')}
            </Button>
            <Button onClick={startAgain}>{t('csv.again')}</Button>
          </JobMonitor>
        )}
      </Card>
    </Page>
  );
}
