import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredText } from '../use-stored-text.ts';

/** Whether the user has hidden the description; stored for each page. */
export function useHiddenDescription(pageId: string) {
  const [text, remember] = useStoredText(`page.${pageId}.description`);
  return [text === 'hidden', (hidden: boolean) => remember(hidden ? 'hidden' : 'shown')] as const;
}

export function PageDescription({ children, onHide }: { children: ReactNode; onHide: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        // The button appears on hover and focus; touch screens have no hover and always show it.
        '@media (hover: hover)': {
          '& > button': { opacity: 0 },
          '&:hover > button, & > button:focus-visible': { opacity: 1 },
        },
      }}
    >
      <Typography color="textSecondary">{children}</Typography>
      <Tooltip title={t('page.hideDescription')}>
        <IconButton size="small" aria-label={t('page.hideDescription')} onClick={onHide}>
          <X aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

export function ShowDescriptionButton({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Tooltip title={t('page.showDescription')}>
      <IconButton size="small" aria-label={t('page.showDescription')} onClick={onShow}>
        <Info aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
