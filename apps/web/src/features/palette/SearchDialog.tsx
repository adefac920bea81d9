import { Dialog, useMediaQuery } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { PaletteProps } from './Palette.tsx';
import { SearchPanel } from './SearchPanel.tsx';

/** Near the top, so that it does not move while the results change. */
export function SearchDialog({ onClose, ...props }: Omit<PaletteProps, 'view'>) {
  const { t } = useTranslation('palette');
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      transitionDuration={0}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': t('title'),
          sx: isPhone
            ? { border: 0, borderRadius: 0 }
            : {
                width: '40rem',
                maxWidth: 'calc(100vw - 4rem)',
                maxHeight: '70vh',
                m: 0,
                mt: '12vh',
                overflow: 'hidden',
              },
        },
      }}
    >
      <SearchPanel {...props} isPhone={isPhone} onClose={onClose} />
    </Dialog>
  );
}
