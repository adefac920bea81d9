import { Alert, Box, Button } from '@mui/material';
import type { ConnectorKind } from '@stellwerk/contract/connector';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { useConnectionTest } from '../connector.queries.ts';
import { changedSecrets, sentOptions } from './connector-form.ts';

interface ConnectionTestProps {
  kind: ConnectorKind;
  /** Of the connector whose stored secrets are to be used. */
  id?: number;
  /** Changes need a change. */
  needsChange?: boolean;
  onCancel?: () => void;
}

type Outcome = { is: 'fine' } | { is: 'wrong'; message: string };

/** The end of the form: save, which checks first, or check alone. */
export function ConnectionTest({ kind, id, needsChange = false, onCancel }: ConnectionTestProps) {
  const { t } = useTranslation(['connectors', 'ui']);
  const form = useFormContext();
  const test = useConnectionTest();
  const [outcome, setOutcome] = useState<Outcome>();

  async function run() {
    setOutcome(undefined);
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    const { options, secrets } = form.getValues();
    try {
      const { problem } = await test.mutateAsync({
        ...(id === undefined ? {} : { id }),
        type: kind.type,
        options: sentOptions(options),
        secrets: changedSecrets(secrets),
      });
      setOutcome(problem ? { is: 'wrong', message: problem.message } : { is: 'fine' });
    } catch (error) {
      setOutcome({ is: 'wrong', message: failureOf(error).message ?? t('ui:error.unexpected') });
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="status">
        {outcome?.is === 'fine' && <Alert severity="success">{t('form.testFine')}</Alert>}
        {outcome?.is === 'wrong' && <Alert severity="error">{outcome.message}</Alert>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <FormActions submitLabel={t('form.save')} needsChange={needsChange} {...(onCancel ? { onCancel } : {})} />
        <Button
          variant="text"
          loading={test.isPending}
          disabled={form.formState.isSubmitting}
          onClick={() => void run()}
        >
          {t('form.test')}
        </Button>
      </Box>
    </Box>
  );
}
