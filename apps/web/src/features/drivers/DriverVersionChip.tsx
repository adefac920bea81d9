import { Box } from '@mui/material';
import type { DriverRow } from '@stellwerk/contract/driver';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

/** What runs, and whether something newer waits. */
export function DriverVersionChip({ driver }: { driver: Pick<DriverRow, 'publishedVersion' | 'hasDraft'> }) {
  const { t } = useTranslation('drivers');
  const { publishedVersion, hasDraft } = driver;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {publishedVersion === null ? (
        <StatusChip status="unknown" label={t('version.never')} />
      ) : (
        <StatusChip status="ok" label={t('version.short', { number: publishedVersion })} />
      )}
      {hasDraft && publishedVersion !== null && <NeutralChip label={t('version.draft')} />}
    </Box>
  );
}
