import { Alert, Box, Button, Typography } from '@mui/material';
import { type FlowTrigger, flowTriggers } from '@stellwerk/contract/flow-event';
import { testTransformer } from '@stellwerk/contract/flow-transformer';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { useRecentEvents, useTransformerTest } from '../part.queries.ts';

interface TransformerTesterProps {
  /** The line where the script failed. */
  onProblem: (problem: { line: number; message: string } | undefined) => void;
}

/** Before anything was recorded. */
const sample = {
  meta: {
    timestamp: '2026-01-15T08:30:00.000Z',
    dtwin_id: 7,
    dtwin_title: 'Boiler',
    state_identifier: 'temperature',
    unit: '°C',
  },
  value: 21.5,
};

const shortText = (value: unknown) => JSON.stringify(value)?.slice(0, 40) ?? '';

/** Recorded events of the account, to try a script on. */
function ExampleChoice({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const tenantId: unknown = useWatch({ name: 'tenantId' });
  const [trigger, setTrigger] = useState<FlowTrigger>('after');
  const { data = [] } = useRecentEvents(typeof tenantId === 'number' ? tenantId : undefined, trigger);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
      <SelectField
        label={t('trial.trigger')}
        value={trigger}
        onChange={setTrigger}
        options={flowTriggers.map((value) => ({ value, label: t(`trigger.${value}`) }))}
      />
      <SelectField<number | undefined>
        label={t('tester.example')}
        value={undefined}
        emptyText={t(data.length === 0 ? 'trial.noEvents' : 'tester.chooseExample')}
        disabled={data.length === 0}
        options={data.map(({ meta, value }, index) => ({
          value: index,
          label: `${meta.dtwin_title ?? meta.source_identifier ?? ''} · ${meta.state_identifier ?? meta.event ?? ''} ${shortText(value)}`,
          detail: typeof meta.timestamp === 'string' ? formats.dateTime(meta.timestamp) : undefined,
        }))}
        onChange={(index) => onChoose(JSON.stringify(data[index ?? 0], null, 2))}
      />
    </Box>
  );
}

/** Runs the script of the form, saved or not, on an example. */
export function TransformerTester({ onProblem }: TransformerTesterProps) {
  const { t } = useTranslation(['flows', 'ui']);
  const formats = useFormats();
  const form = useFormContext();
  const test = useTransformerTest();
  const { value, setValue } = useField('testValue');
  const payload = typeof value === 'string' ? value : '';
  const isGeneric = useWatch({ name: 'inputType' }) === 'generic';
  useEffect(() => {
    if (payload === '' && isGeneric) setValue(JSON.stringify(sample, null, 2));
  });

  async function run() {
    const { tenantId, ...values } = form.getValues();
    const parsed = testTransformer.body.safeParse({ ...values, accountId: tenantId, payload });
    if (!parsed.success) return void form.trigger();
    onProblem(undefined);
    try {
      await test.mutateAsync(parsed.data);
    } catch (error) {
      const issue = isApiError(error) ? error.issues.find(({ path }) => path === 'script') : undefined;
      const line = Number(/\d+/.exec(issue?.message ?? '')?.[0]);
      if (isApiError(error) && line > 0) onProblem({ line, message: error.message });
    }
  }

  const { data, error } = test;
  return (
    <Card title={t('tester.title')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <ExampleChoice onChoose={setValue} />
        <CodeEditor
          label={t('tester.payload')}
          help={t('tester.payloadHelp')}
          language="json"
          rows={14}
          value={payload}
          onChange={setValue}
        />
        <Box>
          <Button
            variant="outlined"
            startIcon={<Play aria-hidden />}
            loading={test.isPending}
            disabled={payload === ''}
            onClick={() => void run()}
          >
            {t('tester.run')}
          </Button>
        </Box>
        <Box role="status" aria-label={t('tester.result')} sx={{ display: 'grid', gap: 1.5 }}>
          {error && <Alert severity="error">{failureOf(error).message ?? t('ui:error.unexpected')}</Alert>}
          {!error && !data && <Typography color="textSecondary">{t('tester.hint')}</Typography>}
          {!error && data?.result === null && <Alert severity="info">{t('tester.dropped')}</Alert>}
          {!error && data && data.result !== null && (
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
              <Box
                component="pre"
                sx={{
                  flex: 1,
                  minWidth: 0,
                  m: 0,
                  fontFamily: monospaceFamily,
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                }}
              >
                {data.result}
              </Box>
              <CopyButton text={data.result} label={t('tester.copy')} />
            </Box>
          )}
          {!error && data && data.durationMs > data.liveLimitMs && (
            <Alert severity="warning">{t('tester.tooSlow', { limit: formats.number(data.liveLimitMs) })}</Alert>
          )}
          {!error && data && data.logs.length > 0 && (
            <Box
              component="pre"
              sx={{ m: 0, fontFamily: monospaceFamily, color: 'text.secondary', whiteSpace: 'pre-wrap' }}
            >
              {data.logs.join('\n')}
            </Box>
          )}
          {!error && data && (
            <Typography variant="caption" color="textMuted">
              {t('tester.duration', { duration: formats.number(data.durationMs, { maximum: 1 }) })}
            </Typography>
          )}
        </Box>
      </Box>
    </Card>
  );
}
