// biome-ignore lint/style/noRestrictedImports: the focus stays in this box while the arrows walk through the list below it.
import { Box, IconButton, InputBase, LinearProgress } from '@mui/material';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface PanelInputProps {
  text: string;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  listId: string;
  activeId: string | undefined;
  isBusy: boolean;
  onClose: () => void;
}

/** The focus stays here; the arrow keys move through the list below. */
export function PanelInput({ text, onText, onKeyDown, listId, activeId, isBusy, onClose }: PanelInputProps) {
  const { t } = useTranslation('palette');
  return (
    <Box sx={{ position: 'relative', flexShrink: 0, borderBottom: 1, borderColor: 'border.main' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 2, height: (theme) => theme.spacing(7) }}>
        <Box component="span" aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
          <Search size="1.125rem" />
        </Box>
        <InputBase
          autoFocus
          fullWidth
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={t('placeholder')}
          sx={{ typography: 'subtitle1', fontWeight: 400 }}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': t('title'),
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': activeId,
              autoComplete: 'off',
              spellCheck: false,
              maxLength: 200,
            },
          }}
        />
        <IconButton aria-label={t('close')} onClick={onClose} edge="end">
          <X />
        </IconButton>
      </Box>
      {isBusy && (
        <LinearProgress
          aria-label={t('loading')}
          sx={{ position: 'absolute', insetInline: 0, bottom: 0, height: '2px', bgcolor: 'transparent' }}
        />
      )}
    </Box>
  );
}
