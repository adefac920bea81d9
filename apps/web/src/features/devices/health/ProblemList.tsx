import { Box, Button, Typography } from '@mui/material';
import type { Device, HealthProblem } from '@stellwerk/contract/device';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useHealthActions } from './health.queries.ts';

interface ProblemProps {
  problem: HealthProblem;
  /** Absent: one may look, but not decide. */
  onIgnore: ((isIgnored: boolean) => Promise<unknown>) | undefined;
}

function Problem({ problem, onIgnore }: ProblemProps) {
  const { t } = useTranslation('devices');
  const [isBusy, setBusy] = useState(false);
  const { message, category, severity, since, isIgnored, identifier } = problem;

  async function toggle(ignore: NonNullable<ProblemProps['onIgnore']>) {
    setBusy(true);
    try {
      await ignore(!isIgnored);
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('health.ignoreFailed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 0.75,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'border.main',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        <StatusChip status={severity} />
        {isIgnored && <NeutralChip label={t('health.ignored')} />}
      </Box>
      <Typography
        sx={{ fontWeight: 600, overflowWrap: 'anywhere', color: isIgnored ? 'text.secondary' : 'text.primary' }}
      >
        {message}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div">
        {t(`health.category.${category}`)} · {identifier} · {t('health.since')} <Age at={since} />
      </Typography>
      {onIgnore && (
        <Box>
          <Button
            size="small"
            loading={isBusy}
            aria-label={t(isIgnored ? 'health.heedNamed' : 'health.ignoreNamed', { message })}
            onClick={() => void toggle(onIgnore)}
          >
            {t(isIgnored ? 'health.heed' : 'health.ignore')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** All that is wrong with a device, the worst first; what is ignored stands at the end. */
export function ProblemList({ device }: { device: Pick<Device, 'id' | 'problems' | 'abilities'> }) {
  const { t } = useTranslation('devices');
  const { ignore } = useHealthActions(device.id);
  if (device.problems.length === 0) return <Typography color="textSecondary">{t('health.none')}</Typography>;
  const weight = ({ isIgnored, severity }: HealthProblem) => (isIgnored ? 2 : severity === 'error' ? 0 : 1);
  return (
    <Box component="ul" aria-label={t('health.problems')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {device.problems
        .toSorted((one, other) => weight(one) - weight(other))
        .map((problem) => (
          <Problem
            key={problem.identifier}
            problem={problem}
            onIgnore={
              device.abilities.update ? (isIgnored) => ignore({ identifier: problem.identifier, isIgnored }) : undefined
            }
          />
        ))}
    </Box>
  );
}
