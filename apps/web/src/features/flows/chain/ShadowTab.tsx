import { Alert, Box, Button, Typography } from '@mui/material';
import type { Flow, ShadowRun } from '@stellwerk/contract/flow';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { type NewFlow, useFlowActions, useShadow } from '../flow.queries.ts';

function Comparison({ run }: { run: ShadowRun }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const numbers = ['compared', 'same', 'different', 'onlyProductive', 'onlyShadow'] as const;
  const code = { fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' };
  return (
    <>
      <Facts facts={numbers.map((name) => ({ label: t(`shadow.${name}`), value: formats.number(run[name]) }))} />
      <Typography variant="caption" color="textSecondary">
        {t('shadow.until', { at: formats.dateTime(run.endsAt) })}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {run.differences.map(({ at, productive, shadow }, index) => (
          // The list is replaced as a whole.
          // biome-ignore lint/suspicious/noArrayIndexKey: differences have no ids
          <Box component="li" key={index} sx={{ py: 1, borderBottom: 1, borderColor: 'border.main' }}>
            <Typography variant="caption" color="textSecondary">
              {formats.exactTime(at)}
            </Typography>
            <Box sx={code}>{t('shadow.productiveIs', { text: productive ?? t('shadow.nothing') })}</Box>
            <Box sx={code}>{t('shadow.shadowIs', { text: shadow ?? t('shadow.nothing') })}</Box>
          </Box>
        ))}
      </Box>
    </>
  );
}

interface ShadowTabProps {
  flow: Flow;
  /** The steps of the editor; undefined while they are incomplete. */
  steps: NewFlow['steps'] | undefined;
}

/** Runs the edited steps beside the productive ones on live events; nothing is sent for them. */
export function ShadowTab({ flow, steps }: ShadowTabProps) {
  const { t } = useTranslation(['flows', 'ui']);
  const { data, error, refetch } = useShadow(flow.id);
  const { startShadow, stopShadow } = useFlowActions();
  const tell = (failure: unknown) =>
    showToast({ message: failureOf(failure).message ?? t('ui:error.unexpected'), status: 'error' });
  return (
    <Card title={t('flow.tab.shadow')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography color="textSecondary">{t('shadow.hint')}</Typography>
        {!flow.active && <Alert severity="info">{t('shadow.inactive')}</Alert>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            disabled={steps === undefined}
            onClick={() => steps && void startShadow({ id: flow.id, steps }).catch(tell)}
          >
            {t(data ? 'shadow.restart' : 'shadow.start')}
          </Button>
          {data && <Button onClick={() => void stopShadow(flow.id).catch(tell)}>{t('shadow.stop')}</Button>}
        </Box>
        {error && <ErrorState error={error} compact onRetry={() => void refetch()} />}
        {!error && data === undefined && <Skeletons shape="block" height={12} />}
        {data && <Comparison run={data} />}
      </Box>
    </Card>
  );
}
