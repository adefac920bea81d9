import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type TemplateChange, templateChanges } from '@stellwerk/contract/template-changes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateDraftState } from '../use-template-draft.ts';
import { ChangeList } from './ChangeList.tsx';

function Side({ title, changes }: { title: string; changes: readonly TemplateChange[] }) {
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <ChangeList changes={changes} />
    </Box>
  );
}

/** Somebody else has saved the draft since it was loaded: shows both versions and lets one of them win. */
export function ConflictDialog({ draft }: { draft: TemplateDraftState }) {
  const { t } = useTranslation('templates');
  const titleId = useId();
  const { theirs, base, content } = draft;
  if (!theirs) return null;
  const who = theirs.changedBy ?? t('conflict.somebody');
  return (
    <Dialog open onClose={draft.closeConflict} role="alertdialog" aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{t('conflict.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('conflict.text', { who })}</Typography>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Side title={t('conflict.theirs', { who })} changes={templateChanges(base.content, theirs.content)} />
          <Side title={t('conflict.mine')} changes={templateChanges(base.content, content)} />
        </Box>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={draft.closeConflict} autoFocus>
          {t('cancel')}
        </Button>
        <Button onClick={draft.takeTheirs}>{t('conflict.takeTheirs')}</Button>
        <Button variant="contained" color="error" onClick={() => void draft.keepMine()}>
          {t('conflict.keepMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
