import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ShareExplained } from './ShareExplained.tsx';
import { ShareLinks } from './ShareLinks.tsx';
import { useShareActions, useTwinShare } from './twin-share.queries.ts';

export interface ShareDialogProps {
  twin: Pick<Twin, 'id' | 'title' | 'type'>;
  onClose: () => void;
}

/** Makes a twin public, hands out its links, and ends it again. */
export function ShareDialog({ twin, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['twin-sharing', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { data, error, refetch } = useTwinShare(twin.id);
  const { create, end } = useShareActions(twin.id);
  const [isEnding, setEnding] = useState(false);
  const share = data?.share;

  async function endSharing(): Promise<void> {
    await end();
    showToast({ message: t('ended', { title: twin.title }) });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="md"
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: isPhone ? { border: 0, borderRadius: 0 } : {} } }}
    >
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('title', { title: twin.title })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} compact />}
        {!error && !data && <Skeletons shape="block" />}
        {data && !data.canShare && <Alert severity="warning">{t('inactive')}</Alert>}
        {data?.isSharedAbove && <Alert severity="info">{t('sharedAbove')}</Alert>}
        {data?.canShare && !share && <ShareExplained />}
        {create.error && <Alert severity="error">{failureOf(create.error).message ?? t('ui:error.unexpected')}</Alert>}
        {share && <ShareLinks share={share} twin={twin} />}
      </DialogContent>
      <DialogActions>
        {share && (
          <Box sx={{ flex: 1 }}>
            <Button color="error" onClick={() => setEnding(true)}>
              {t('end')}
            </Button>
          </Box>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
        {data?.canShare && !share && (
          <Button variant="contained" loading={create.isPending} onClick={() => create.mutate()}>
            {t('create')}
          </Button>
        )}
      </DialogActions>
      <ConfirmDialog
        open={isEnding}
        title={t('endQuestion', { title: twin.title })}
        description={t('endDescription')}
        confirmLabel={t('end')}
        onConfirm={endSharing}
        onClose={() => setEnding(false)}
      />
    </Dialog>
  );
}
