import { Alert, Box, LinearProgress, Typography } from '@mui/material';
import { type FlowEvent, type FlowTrigger, flowTriggers } from '@stellwerk/contract/flow-event';
import { tryFilter } from '@stellwerk/contract/flow-filter';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { useFilterTrial } from '../part.queries.ts';

const tried = tryFilter.body;

const nameOf = ({ meta }: FlowEvent): string =>
  [meta.dtwin_title ?? meta.source_identifier, meta.state_identifier ?? meta.event]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ');

/** Some events in one line each. */
function Samples({ title, events }: { title: string; events: readonly FlowEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
        {events.map((event, index) => (
          // The list is replaced as a whole.
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no ids
          <li key={index}>
            {nameOf(event)}{' '}
            <Box component="code" sx={{ fontFamily: monospaceFamily, color: 'text.secondary' }}>
              {JSON.stringify(event.value)?.slice(0, 80)}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Shows while a filter is edited how many recorded events it would let pass. */
export function FilterTrial({ tenantId }: { tenantId: number | undefined }) {
  const { t } = useTranslation(['flows', 'ui']);
  const formats = useFormats();
  const [trigger, setTrigger] = useState<FlowTrigger>('after');
  const values = useWatch();
  const wanted = tried.safeParse({ ...values, tenantId, trigger }).data;
  const text = useDebouncedValue(
    wanted
      ? JSON.stringify({ type: wanted.type, match: wanted.match, conditions: wanted.conditions, script: wanted.script })
      : '',
  );
  const trial = useFilterTrial(tenantId, trigger, text === '' ? undefined : JSON.parse(text));
  const { data, error } = trial;
  const share = data && data.events > 0 ? (100 * data.passed) / data.events : 0;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
      <SelectField
        label={t('trial.trigger')}
        value={trigger}
        onChange={setTrigger}
        options={flowTriggers.map((value) => ({ value, label: t(`trigger.${value}`) }))}
      />
      <Box role="status" aria-label={t('trial.title')} sx={{ display: 'grid', gap: 1 }}>
        {error && <Alert severity="error">{failureOf(error).message ?? t('ui:error.unexpected')}</Alert>}
        {!error && text === '' && <Typography color="textSecondary">{t('trial.incomplete')}</Typography>}
        {!error && text !== '' && data && data.events === 0 && (
          <Typography color="textSecondary">{t('trial.noEvents')}</Typography>
        )}
        {!error && text !== '' && data && data.events > 0 && (
          <>
            <Typography variant="h6" component="p">
              {t('trial.result', { passed: formats.number(data.passed), events: formats.number(data.events) })}
            </Typography>
            <LinearProgress variant="determinate" value={share} aria-hidden />
          </>
        )}
        {!error && text !== '' && data?.problem && (
          <Alert severity="warning">
            {t('trial.failed', { count: data.failed, shown: formats.number(data.failed) })}{' '}
            {data.problem.line === null
              ? data.problem.message
              : t('script.problemAt', { line: formats.number(data.problem.line), message: data.problem.message })}
          </Alert>
        )}
      </Box>
      {!error && text !== '' && data && (
        <>
          <Samples title={t('trial.passing')} events={data.samples.passed} />
          <Samples title={t('trial.stopping')} events={data.samples.stopped} />
        </>
      )}
    </Box>
  );
}
