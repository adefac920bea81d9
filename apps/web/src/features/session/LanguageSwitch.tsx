import { Box, ButtonBase } from '@mui/material';
import { languages } from '@stellwerk/contract/text';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts';

export function LanguageSwitch() {
  const { t } = useTranslation(['session', 'app']);
  const current = currentLanguage();
  return (
    <Box component="nav" aria-label={t('languages')} sx={{ display: 'flex', justifyContent: 'center', gap: 2 }}>
      {languages.map((language) => (
        <ButtonBase
          key={language}
          lang={language}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
          sx={{
            typography: 'body2',
            px: 0.5,
            borderRadius: 1,
            color: language === current ? 'text.primary' : 'text.muted',
            fontWeight: language === current ? 500 : 400,
            '&:hover': { color: 'text.primary' },
          }}
        >
          {t(`app:language.${language}`)}
        </ButtonBase>
      ))}
    </Box>
  );
}
