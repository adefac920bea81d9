import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { DemoGrid } from './DemoGrid.tsx';

const wait = (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs));

function Broken(): never {
  throw new Error('broken on purpose');
}

function Dialogs() {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState<'simple' | 'typed' | 'refused' | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button onClick={() => setOpen('simple')}>{t('feedback.confirm')}</Button>
      <Button onClick={() => setOpen('typed')}>{t('feedback.confirmTyped')}</Button>
      <Button onClick={() => setOpen('refused')}>{t('feedback.confirmRefused')}</Button>
      <Button onClick={() => showToast({ message: t('feedback.saved') })}>{t('feedback.toast')}</Button>
      <Button
        onClick={() =>
          showToast({ message: t('feedback.deleted'), undo: () => showToast({ message: t('undone'), status: 'info' }) })
        }
      >
        {t('feedback.toastUndo')}
      </Button>
      <ConfirmDialog
        open={open === 'simple'}
        title={t('feedback.question', { name: 'CO₂ Raum 2.15' })}
        description={t('feedback.questionText')}
        consequences={[t('feedback.hangs1'), t('feedback.hangs2')]}
        confirmLabel={t('delete')}
        onConfirm={() => wait(800)}
        onClose={close}
      />
      <ConfirmDialog
        open={open === 'typed'}
        title={t('feedback.question', { name: 'Gymnasium Nord' })}
        typeToConfirm="Gymnasium Nord"
        confirmLabel={t('delete')}
        onConfirm={() => wait(300)}
        onClose={close}
      />
      <ConfirmDialog
        open={open === 'refused'}
        title={t('feedback.question', { name: 'Rathaus' })}
        confirmLabel={t('delete')}
        onConfirm={() => Promise.reject(Object.assign(new Error(t('feedback.refusal')), { code: 'CONFLICT' }))}
        onClose={close}
      />
    </Stack>
  );
}

export function FeedbackDemo() {
  const { t } = useTranslation('gallery');
  const error = Object.assign(new Error(t('feedback.refusal')), { code: 'DTWIN_NOT_FOUND', requestId: 'req-7f3a91c2' });
  return (
    <Stack spacing={2}>
      <Card title={t('feedback.dialogs')}>
        <Dialogs />
      </Card>
      <DemoGrid>
        <Card>
          <EmptyState
            title={t('table.emptyTitle')}
            description={t('table.emptyDescription')}
            action={<Button variant="contained">{t('create')}</Button>}
          />
        </Card>
        <Card>
          <EmptyState variant="no-results" />
        </Card>
        <Card>
          <EmptyState variant="no-permission" />
        </Card>
        <Card>
          <ErrorState error={error} onRetry={() => showToast({ message: t('feedback.retried') })} />
        </Card>
        <Card title={t('feedback.boundary')}>
          <ErrorBoundary>
            <Broken />
          </ErrorBoundary>
        </Card>
        {(['lines', 'facts', 'cards', 'rows', 'block'] as const).map((shape) => (
          <Card key={shape} title={t('feedback.skeleton', { shape })}>
            <Skeletons shape={shape} height={12} />
          </Card>
        ))}
      </DemoGrid>
    </Stack>
  );
}
