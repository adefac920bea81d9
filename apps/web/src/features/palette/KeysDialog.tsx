import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from './KeyCap.tsx';
import { isApple } from './palette-keys.ts';

/** The list of global keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const titleId = useId();
  const control = isApple() ? '⌘' : t('keys.names.control');
  const enter = t('keys.names.enter');
  const keys: [string[], string][] = [
    [[control, 'K'], t('keys.palette')],
    [['/'], t('keys.slash')],
    [['?'], t('keys.help')],
    [[enter], t('keys.enter')],
    [[control, enter], t('keys.tab')],
    [['Esc'], t('keys.escape')],
    [['↑', '↓', '←', '→'], t('keys.arrows')],
  ];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('keys.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2.5, rowGap: 1.25, m: 0 }}
        >
          {keys.map(([caps, what]) => (
            <Fragment key={what}>
              <Box component="dt" sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
                {caps.map((cap) => (
                  <KeyCap key={cap}>{cap}</KeyCap>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {what}
              </Box>
            </Fragment>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
