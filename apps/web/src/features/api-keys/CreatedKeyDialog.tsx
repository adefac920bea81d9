import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import type { CreatedApiKey } from './api-key.queries.ts';

/** The only time the key can be seen: closing it takes a deliberate click. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('created.title', { title: created.title })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Alert severity="warning">{t('created.once')}</Alert>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 1.5,
            py: 1,
            border: 1,
            borderColor: 'border.main',
            borderRadius: 1,
            bgcolor: 'background.raised',
          }}
        >
          <Typography
            component="code"
            data-testid="api-key"
            sx={{ flex: 1, minWidth: 0, fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {created.key}
          </Typography>
          <CopyButton text={created.key} label={t('created.copy')} />
        </Box>
        <Typography color="textSecondary">{t('created.use')}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('created.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
