import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import type { CreatedTwinShare } from '@stellwerk/contract/twin-sharing';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { dayInYears, lastMomentOf, ShareEnd, shareEndOf } from './ShareEnd.tsx';
import { ShareExplained } from './ShareExplained.tsx';
import { ShareLinks } from './ShareLinks.tsx';
import { ShareStatus } from './ShareStatus.tsx';
import { useShareActions, useTwinShare } from './twin-share.queries.ts';

export interface ShareDialogProps {
  twin: Pick<Twin, 'id' | 'title'> & Partial<Pick<Twin, 'type'>>;
  onClose: () => void;
}

/** Makes a twin public, hands out its links once, renews and replaces them, and ends it again. */
export function ShareDialog({ twin, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['twin-sharing', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { data, error, refetch } = useTwinShare(twin.id);
  const { create, renew, replace, end } = useShareActions(twin.id);
  const [question, setQuestion] = useState<'end' | 'replace'>();
  const [created, setCreated] = useState<CreatedTwinShare>();
  const [lastDay, setLastDay] = useState(() => dayInYears(1));
  const validUntil = shareEndOf(lastDay);
  const formats = useFormats();
  const share = data?.share;
  const failure = create.error ?? renew.error;

  async function endSharing(): Promise<void> {
    await end();
    setCreated(undefined);
    showToast({ message: t('ended', { title: twin.title }) });
  }
  async function renewSharing(): Promise<void> {
    if (validUntil === undefined) return;
    const { data: renewed } = await renew.mutateAsync(validUntil);
    showToast({ message: t('renewed', { time: formats.date(lastMomentOf(renewed.validUntil)) }) });
  }

  return (
    <Dialog
      open
      // A link that can't be shown again is only put away by a deliberate click.
      onClose={created ? undefined : onClose}
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
        {failure && <Alert severity="error">{failureOf(failure).message ?? t('ui:error.unexpected')}</Alert>}
        {data?.canShare && !created && <ShareEnd day={lastDay} onChange={setLastDay} />}
        {created && <ShareLinks share={created} twin={twin} />}
        {data && share && !created && (
          <ShareStatus
            share={share}
            canShare={data.canShare}
            isRenewing={renew.isPending}
            isEndWrong={validUntil === undefined}
            onRenew={() => void renewSharing().catch(() => undefined)}
            onReplace={() => setQuestion('replace')}
          />
        )}
      </DialogContent>
      <DialogActions>
        {share && (
          <Box sx={{ flex: 1 }}>
            <Button color="error" onClick={() => setQuestion('end')}>
              {t('end')}
            </Button>
          </Box>
        )}
        <Button onClick={onClose}>{t(created ? 'done' : 'close')}</Button>
        {data?.canShare && !share && (
          <Button
            variant="contained"
            loading={create.isPending}
            disabled={validUntil === undefined}
            onClick={() => validUntil && create.mutate(validUntil, { onSuccess: ({ data: made }) => setCreated(made) })}
          >
            {t('create')}
          </Button>
        )}
      </DialogActions>
      <ConfirmDialog
        open={question === 'end'}
        title={t('endQuestion', { title: twin.title })}
        description={t('endDescription')}
        confirmLabel={t('end')}
        onConfirm={endSharing}
        onClose={() => setQuestion(undefined)}
      />
      <ConfirmDialog
        open={question === 'replace'}
        title={t('replaceQuestion', { title: twin.title })}
        description={t('replaceDescription')}
        confirmLabel={t('replace')}
        onConfirm={async () => {
          if (validUntil !== undefined) setCreated((await replace(validUntil)).data);
        }}
        onClose={() => setQuestion(undefined)}
      />
    </Dialog>
  );
}
