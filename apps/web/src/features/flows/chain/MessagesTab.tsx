import { Box, LinearProgress, Typography } from '@mui/material';
import type { Flow, FlowSample, FlowUsage } from '@stellwerk/contract/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { type Parts, useFigures, useSamples } from '../flow.queries.ts';

const statuses: Record<FlowSample['outcome'], Status> = {
  passed: 'ok',
  sent: 'ok',
  stopped: 'unknown',
  retry: 'warning',
  failed: 'error',
};

const megabyte = 1024 * 1024;

function UsageLine({ label, bytes, limit, count }: { label: string; bytes: number; limit: number; count: number }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  return (
    <Box>
      <Typography variant="body2">
        {t('usage.line', {
          label,
          count: formats.number(count),
          used: formats.number(bytes / megabyte, { maximum: 1 }),
          limit: formats.number(limit / megabyte, { maximum: 0 }),
        })}
      </Typography>
      <LinearProgress variant="determinate" value={Math.min(100, (100 * bytes) / limit)} aria-hidden />
    </Box>
  );
}

/** Queue and inbox are bounded; this shows how full they are. */
function UsageCard({ usage }: { usage: FlowUsage }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  return (
    <Card title={t('usage.title')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <UsageLine
          label={t('usage.queue')}
          bytes={usage.queuedBytes}
          limit={usage.queuedLimitBytes}
          count={usage.queued}
        />
        <UsageLine
          label={t('usage.inbox')}
          bytes={usage.deadLetterBytes}
          limit={usage.deadLetterLimitBytes}
          count={usage.deadLetters}
        />
        {usage.dropped > 0 && (
          <Typography variant="body2" color="error">
            {t('usage.dropped', { count: usage.dropped, shown: formats.number(usage.dropped) })}
          </Typography>
        )}
      </Box>
    </Card>
  );
}

function Sample({ sample }: { sample: FlowSample }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const { at, outcome, input, output, failure } = sample;
  const code = { fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' };
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5, py: 1.5, borderBottom: 1, borderColor: 'border.main' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <StatusChip status={statuses[outcome]} label={t(`outcome.${outcome}`)} />
        <Typography variant="caption" color="textSecondary">
          {formats.exactTime(at)}
        </Typography>
      </Box>
      <Box sx={code}>{input}</Box>
      {output !== null && <Box sx={{ ...code, color: 'text.secondary' }}>→ {output}</Box>}
      {failure && <Box sx={{ color: 'error.main', typography: 'body2' }}>{failure.message}</Box>}
    </Box>
  );
}

/** The last messages of each step. */
export function MessagesTab({ flow, parts }: { flow: Flow; parts: Parts }) {
  const { t } = useTranslation('flows');
  const last = flow.steps.length - 1;
  const targets = flow.steps.flatMap((step) => (step.type === 'connector' ? step.targets : []));
  const nameOf = (id: number) => parts.connectors.find((each) => each.id === id)?.name ?? String(id);
  const places = [
    ...flow.steps.slice(0, last).map((step, index) => ({
      step: index,
      connectorId: undefined,
      label: t('flow.stepNumber', { number: index + 1, type: t(`stepType.${step.type}`) }),
    })),
    ...targets.map(({ connectorId }) => ({ step: last, connectorId, label: nameOf(connectorId) })),
  ];
  const [chosen, choose] = useState(places.length - 1);
  const { step = 0, connectorId } = places[chosen] ?? {};
  const samples = useSamples(flow.id, { step, connectorId });
  const figures = useFigures(flow.id);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {figures.data && <UsageCard usage={figures.data.usage} />}
      <Card title={t('flow.tab.messages')}>
        <SelectField
          label={t('flow.step')}
          value={chosen}
          options={places.map(({ label }, value) => ({ value, label }))}
          onChange={choose}
          sx={{ maxWidth: '24rem' }}
        />
        {samples.error && <ErrorState error={samples.error} compact onRetry={() => void samples.refetch()} />}
        {!samples.error && !samples.data && <Skeletons shape="block" height={12} />}
        {samples.data?.length === 0 && (
          <Typography color="textSecondary" sx={{ mt: 2 }}>
            {t('flow.noMessages')}
          </Typography>
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {samples.data?.map((sample, index) => (
            // The list is replaced as a whole.
            // biome-ignore lint/suspicious/noArrayIndexKey: samples have no ids
            <Sample key={index} sample={sample} />
          ))}
        </Box>
      </Card>
    </Box>
  );
}
