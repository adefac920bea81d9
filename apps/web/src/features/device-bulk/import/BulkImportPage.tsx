import { Button } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useSession } from '../../../lib/session.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Wizard } from '../../../ui/wizard/Wizard.tsx';
import { devicesPath } from '../../devices/index.ts';
import { JobMonitor, useCsvJob } from '../../jobs/index.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DefineStep } from './DefineStep.tsx';
import { useBulkImport } from './import.queries.ts';
import { definitionOf, importForm } from './import-form.ts';
import { UploadStep } from './UploadStep.tsx';

interface AccountChoice {
  id: number;
  name: string;
}

function Steps({ initialAccount }: { initialAccount: AccountChoice | undefined }) {
  const { t } = useTranslation('device-bulk');
  const formats = useFormats();
  const { go } = useNavigation();
  const { getValues, reset } = useFormContext();
  const { mutateAsync } = useBulkImport();
  const { csv, setCsv, problem, preview, jobId, send, startAgain } = useCsvJob((text, dryRun) =>
    mutateAsync({ ...definitionOf(getValues()), csv: text, dryRun }),
  );
  const source = { csv, hasHeader: true, errorsName: t('import.errorsName') };
  const count = preview?.valid ?? 0;
  if (jobId !== undefined)
    return (
      <JobMonitor
        jobId={jobId}
        affects="devices"
        source={source}
        resultOf={(done) => t('import.result', { count: done })}
      >
        <Button variant="contained" onClick={() => go(devicesPath)}>
          {t('edit.show')}
        </Button>
        <Button onClick={startAgain}>{t('import.again')}</Button>
      </JobMonitor>
    );
  return (
    <Wizard
      finishLabel={t('import.finish', { count, shown: formats.number(count) })}
      onCancel={() => go(devicesPath)}
      onFinish={async () => {
        // Leaving the page now loses nothing.
        if (count > 0 && (await send({ dryRun: false }))) reset(getValues());
      }}
      steps={[
        {
          id: 'define',
          title: t('import.define.title'),
          fields: ['title', 'place', 'parentId', 'tenantId', 'connectorId', 'driverId'],
          content: <DefineStep initialAccount={initialAccount} />,
        },
        {
          id: 'upload',
          title: t('import.upload.title'),
          validate: () => send({ dryRun: true }),
          content: <UploadStep csv={csv} onCsv={setCsv} problem={problem} />,
        },
        {
          id: 'confirm',
          title: t('import.confirm.title'),
          content: preview && <ConfirmStep preview={preview} source={source} />,
        },
      ]}
    />
  );
}

/** Creates many devices from a list: definition, file, exact effect, job. */
export function BulkImportPage() {
  const { t } = useTranslation('device-bulk');
  const { account } = useChosenAccount();
  const session = useSession();
  const ownAccount = account ?? session?.primaryTenants[0];
  return (
    <Page id="device-bulk-import" title={t('import.title')} description={t('import.description')}>
      <Card>
        <Form
          schema={importForm}
          defaultValues={{
            title: '',
            driverId: null,
            place: 'top',
            ...(ownAccount ? { tenantId: ownAccount.id } : {}),
          }}
          onSubmit={() => undefined}
        >
          <Steps initialAccount={ownAccount} />
        </Form>
      </Card>
    </Page>
  );
}
