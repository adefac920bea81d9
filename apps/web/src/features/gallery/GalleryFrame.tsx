import { Box, ToggleButton, ToggleButtonGroup, useColorScheme } from '@mui/material';
import { type Language, languages } from '@stellwerk/contract/text';
import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';

/** The gallery stands outside the shell, so it brings its own switches for mode and language. */
export function GalleryFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation('gallery');
  const { mode, systemMode, setMode } = useColorScheme();
  return (
    <Box component="main" sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', mb: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('language')}
          value={i18n.resolvedLanguage}
          onChange={(_, language: Language | null) => language && void chooseLanguage(language)}
        >
          {languages.map((language) => (
            <ToggleButton key={language} value={language}>
              {t(`languages.${language}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('mode')}
          value={mode === 'system' ? systemMode : mode}
          onChange={(_, next: 'light' | 'dark' | null) => next && setMode(next)}
        >
          <ToggleButton value="light" aria-label={t('light')}>
            <Sun size="1rem" aria-hidden />
          </ToggleButton>
          <ToggleButton value="dark" aria-label={t('dark')}>
            <Moon size="1rem" aria-hidden />
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {children}
      <Toasts />
    </Box>
  );
}
