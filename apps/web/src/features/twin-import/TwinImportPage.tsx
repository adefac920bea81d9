import { Box, Button } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useFormats } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { Form } from '../../ui/form/Form.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Wizard } from '../../ui/wizard/Wizard.tsx';
import { JobMonitor, useCsvJob } from '../jobs/index.ts';
import { PlaceInput } from '../twins/index.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { useTwinImport } from './import.queries.ts';
import { definitionOf, importForm } from './import-form.ts';
import { UploadStep } from './UploadStep.tsx';

const twinsPath = '/digitaltwin-mgmt';

interface AccountChoice {
  id: number;
  name: string;
}

function DefineStep({ initialAccount }: { initialAccount: AccountChoice | undefined }) {
  const { t } = useTranslation('twin-import');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <TextInput name="title" label={t('define.name')} help={t('define.nameHelp')} required maxLength={100} />
      <PlaceInput initialAccount={initialAccount} />
    </Box>
  );
}

function Steps({ initialAccount }: { initialAccount: AccountChoice | undefined }) {
  const { t } = useTranslation('twin-import');
  const formats = useFormats();
  const { go } = useNavigation();
  const { getValues } = useFormContext();
  const { mutateAsync } = useTwinImport();
  const { csv, setCsv, problem, preview, jobId, send, startAgain } = useCsvJob((text, dryRun) =>
    mutateAsync({ ...definitionOf(getValues()), csv: text, dryRun }),
  );
  const source = { csv, hasHeader: true, errorsName: t('errorsName') };
  const count = preview?.valid ?? 0;
  if (jobId !== undefined)
    return (
      <JobMonitor jobId={jobId} affects="twins" source={source} resultOf={(done) => t('result', { count: done })}>
        <Button variant="contained" onClick={() => go(twinsPath)}>
          {t('show')}
        </Button>
        <Button onClick={startAgain}>{t('again')}</Button>
      </JobMonitor>
    );
  return (
    <Wizard
      finishLabel={t('finish', { count, shown: formats.number(count) })}
      onCancel={() => go(twinsPath)}
      onFinish={async () => {
        if (count > 0) await send({ dryRun: false });
      }}
      steps={[
        {
          id: 'define',
          title: t('define.title'),
          fields: ['title', 'place', 'parentId', 'tenantId'],
          content: <DefineStep initialAccount={initialAccount} />,
        },
        {
          id: 'upload',
          title: t('upload.title'),
          validate: () => send({ dryRun: true }),
          content: <UploadStep csv={csv} onCsv={setCsv} problem={problem} />,
        },
        {
          id: 'confirm',
          title: t('confirm.title'),
          content: preview && <ConfirmStep preview={preview} source={source} />,
        },
      ]}
    />
  );
}

/** Creates many twins from a list: definition, file, exact effect, job. */
export function TwinImportPage() {
  const { t } = useTranslation('twin-import');
  const { account } = useChosenAccount();
  const session = useSession();
  const ownAccount = account ?? session?.primaryTenants[0];
  return (
    <Page id="twin-import" title={t('title')} description={t('description')}>
      <Card>
        <Form
          schema={importForm}
          defaultValues={{ title: '', place: 'top', ...(ownAccount ? { tenantId: ownAccount.id } : {}) }}
          onSubmit={() => undefined}
        >
          <Steps initialAccount={ownAccount} />
        </Form>
      </Card>
    </Page>
  );
}
