import { Box, Typography } from '@mui/material';
import { healths, operationalStatuses } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { useDeviceTotals } from './statistics.queries.ts';

const seen = ['today', 'last24Hours', 'lastWeek', 'lastMonth', 'never'] as const;

/** How many devices there are, how they are and when they were last heard of. */
export function Totals({ tenantId }: { tenantId: number | undefined }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const { data, error, refetch } = useDeviceTotals(tenantId);
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="facts" count={5} />;
  const used = operationalStatuses.filter((status) => (data.byOperationalStatus[status] ?? 0) > 0);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2.5, rowGap: 1 }}>
        <Typography sx={{ typography: 'h1', fontVariantNumeric: 'tabular-nums' }} component="p">
          {t('statistics.total', { count: data.total, shown: formats.number(data.total) })}
        </Typography>
        {healths.map((health) => (
          <Box key={health} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <StatusChip status={health} />
            <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(data.byHealth[health] ?? 0)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr 1fr' } }}>
        <Box component="section" aria-label={t('statistics.seen')}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('statistics.seen')}
          </Typography>
          <Facts
            facts={seen.map((name) => ({ label: t(`statistics.${name}`), value: formats.number(data.seen[name]) }))}
          />
        </Box>
        <Box component="section" aria-label={t('column.operationalStatus')}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('column.operationalStatus')}
          </Typography>
          <Facts
            facts={[
              ...used.map((status) => ({
                label: t(`operationalStatus.${status}`),
                value: formats.number(data.byOperationalStatus[status] ?? 0),
              })),
              { label: t('disabled'), value: formats.number(data.disabled) },
            ]}
          />
        </Box>
        <Box component="section" aria-label={t('statistics.byType')}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('statistics.byType')}
          </Typography>
          <Facts
            facts={data.byConnectorType.map(({ type, count }) => ({ label: type, value: formats.number(count) }))}
          />
        </Box>
      </Box>
    </Box>
  );
}
