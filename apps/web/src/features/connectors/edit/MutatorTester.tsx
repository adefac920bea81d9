import { Alert, Box, Button, Typography } from '@mui/material';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { MoreOfMessage } from './MoreOfMessage.tsx';
import { MutatorResult } from './MutatorResult.tsx';
import { scriptForm } from './mutator-form.ts';
import { sampleBody } from './mutator-script.ts';
import { readMessage, type TestMessage } from './test-message.ts';
import { type MutatorTest, useMutatorTest } from './traffic.queries.ts';

interface MutatorTesterProps {
  /** Where the script failed, or that it did not. */
  onProblem: (problem: MutatorTest['problem']) => void;
}

/** Runs the script that stands in the form, saved or not, on a message. */
export function MutatorTester({ onProblem }: MutatorTesterProps) {
  const { t } = useTranslation(['connectors', 'ui']);
  const form = useFormContext();
  const test = useMutatorTest();
  const [message, setMessage] = useState<TestMessage>({ body: sampleBody, topic: '', headers: '', query: '' });
  const read = readMessage(message);

  async function run() {
    if (!read) return;
    const result = await test.mutateAsync({ mutator: scriptForm.parse(form.getValues('mutator')), message: read });
    onProblem(result.problem);
  }

  return (
    <Card title={t('tester.title')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <CodeEditor
          label={t('tester.body')}
          language="json"
          rows={8}
          value={message.body}
          onChange={(body) => setMessage((known) => ({ ...known, body }))}
          {...(read ? {} : { error: t('ui:form.notJson') })}
        />
        <MoreOfMessage message={message} onChange={setMessage} />
        <Box>
          <Button
            variant="outlined"
            startIcon={<Play aria-hidden />}
            loading={test.isPending}
            disabled={!read}
            // A refused call is shown below.
            onClick={() => void run().catch(() => undefined)}
          >
            {t('tester.run')}
          </Button>
        </Box>
        <Box role="status" aria-label={t('tester.result')}>
          {test.error && <Alert severity="error">{failureOf(test.error).message ?? t('ui:error.unexpected')}</Alert>}
          {test.data && <MutatorResult result={test.data} />}
          {!test.error && !test.data && <Typography color="textSecondary">{t('tester.hint')}</Typography>}
        </Box>
      </Box>
    </Card>
  );
}
