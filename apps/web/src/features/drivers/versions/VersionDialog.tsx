import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { contentOf } from '../draft/content.ts';
import { useDraft } from '../draft/draft-context.ts';
import { useDriverVersion } from '../driver.queries.ts';
import { VersionDiff } from './VersionDiff.tsx';

/** A published version beside what is on the screen now. */
export function VersionDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const { t } = useTranslation('drivers');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { driver, content, change, mayEdit } = useDraft();
  const { data, error, refetch } = useDriverVersion(driver.id, number);
  const take = () => {
    if (!data) return;
    change(contentOf(data));
    showToast({ message: t('versions.taken', { number }) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('versions.diffTitle', { number })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography color="textSecondary">{t('versions.diffText', { number })}</Typography>
        {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeletons shape="block" />}
        {data && <VersionDiff before={contentOf(data)} after={content} />}
      </DialogContent>
      <DialogActions>
        {mayEdit && (
          <Button disabled={!data} onClick={take}>
            {t('versions.take')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
