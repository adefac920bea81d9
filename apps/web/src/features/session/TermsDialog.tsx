import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAcceptTerms, useLogout, useOwnTerms } from './session.queries.ts';

/** Stays open until it is answered: users who decline are signed out. */
export function TermsDialog() {
  const { t } = useTranslation('session');
  const titleId = useId();
  const navigate = useNavigate();
  const { data: terms } = useOwnTerms();
  const accept = useAcceptTerms();
  const logout = useLogout();
  const isBusy = accept.isPending || logout.isPending;
  if (!terms) return null;

  /** A failure counts as declined; the sign-in page shows the reason. */
  async function agree() {
    try {
      await accept.mutateAsync();
    } catch {
      await logout.mutateAsync().catch(() => undefined);
      await navigate({ to: '/login', search: { notice: 'termsFailed' } });
    }
  }

  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {terms.title || t('terms.title')}
      </DialogTitle>
      <DialogContent dividers tabIndex={0} role="region" aria-labelledby={titleId}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{terms.text}</Typography>
      </DialogContent>
      <DialogActions>
        <Button disabled={isBusy} onClick={() => logout.mutate()}>
          {t('terms.decline')}
        </Button>
        <Button variant="contained" loading={accept.isPending} disabled={isBusy} onClick={agree}>
          {t('terms.accept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
