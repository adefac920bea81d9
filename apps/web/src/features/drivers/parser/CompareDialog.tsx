import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { compareDraft } from '@stellwerk/contract/driver-workbench';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { devicePath } from '../paths.ts';
import { useComparison } from '../workbench.queries.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { differencesOf, namedValues } from './value-diff.ts';

type Comparison = RouteAnswer<typeof compareDraft>['data'];

function Packet({ difference }: { difference: Comparison['differences'][number] }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const { deviceId, deviceTitle, receivedAt, before, after } = difference;
  const values = differencesOf(namedValues(before.variables), namedValues(after.variables));
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <InternalLink to={devicePath(deviceId)}>{deviceTitle}</InternalLink>
        <Typography color="textSecondary">{formats.exactTime(receivedAt)}</Typography>
      </Box>
      {before.error && !after.error && (
        <Alert severity="success">{t('compare.mended', { message: before.error.message })}</Alert>
      )}
      {after.error && <Alert severity="error">{t('compare.broken', { message: after.error.message })}</Alert>}
      {values.length > 0 && (
        <DifferenceTable
          label={t('compare.differences', { title: deviceTitle })}
          before={t('compare.before')}
          after={t('compare.after')}
          differences={values}
        />
      )}
    </Box>
  );
}

function Report({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const { packets, same, different, differences, durationMs } = comparison;
  if (packets === 0) {
    return <EmptyState compact title={t('recent.none')} description={t('compare.noPackets')} />;
  }
  const milliseconds = (value: number) => t('result.duration', { duration: formats.number(value, { maximum: 3 }) });
  return (
    <>
      <Alert severity={different === 0 ? 'success' : 'warning'}>
        {different === 0
          ? t('compare.allSame', { count: packets, shown: formats.number(packets) })
          : t('compare.someDiffer', {
              count: different,
              shown: formats.number(different),
              total: formats.number(packets),
            })}
      </Alert>
      <Facts
        facts={[
          { label: t('compare.packets'), value: formats.number(packets) },
          { label: t('compare.same'), value: formats.number(same) },
          { label: t('compare.different'), value: formats.number(different) },
          {
            label: t('compare.duration'),
            value: t('compare.durations', {
              before: milliseconds(durationMs.before),
              after: milliseconds(durationMs.after),
            }),
          },
        ]}
      />
      {differences.length > 0 && (
        <Box
          component="ul"
          aria-label={t('compare.list')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
        >
          {withUniqueKeys(differences, (each) => JSON.stringify(each)).map(({ key, item: difference }) => (
            <Packet key={key} difference={difference} />
          ))}
        </Box>
      )}
      {different > differences.length && (
        <Typography variant="body2" color="textSecondary">
          {t('compare.more', { count: different - differences.length })}
        </Typography>
      )}
    </>
  );
}

function Comparing({ driverId }: { driverId: number }) {
  const { data, error, refetch } = useComparison(driverId);
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  return data ? <Report comparison={data} /> : <Skeletons shape="rows" count={4} />;
}

/** What the draft would have made of the packets that really came. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('drivers');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { driver, isDirty, save } = useDraft();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const isSaved = (await save?.()) ?? false;
    setBusy(false);
    if (!isSaved) onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('compare.title', { number: driver.publishedVersion })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography color="textSecondary">{t('compare.description')}</Typography>
        {isDirty ? (
          <Alert
            severity="warning"
            action={
              <Button size="small" loading={isBusy} onClick={() => void run()}>
                {t('compare.save')}
              </Button>
            }
          >
            {t('compare.savesFirst')}
          </Alert>
        ) : (
          <Comparing driverId={driver.id} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
