import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { duplicateTwin } from '@stellwerk/contract/twin-copy';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftOutRules } from './LeftOutRules.tsx';

export type Copy = RouteAnswer<typeof duplicateTwin>['data'];

interface DuplicateResultProps {
  copy: Copy;
  onClose: () => void;
}

/** Shown after the copy if it lacks something. */
export function DuplicateResult({ copy, onClose }: DuplicateResultProps) {
  const { t } = useTranslation('twins');
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('duplicate.done', { title: copy.title })}</DialogTitle>
      <DialogContent>
        <LeftOutRules when="after" lists={[{ id: copy.id, rules: copy.rulesLeftOut }]} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('duplicate.open')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
