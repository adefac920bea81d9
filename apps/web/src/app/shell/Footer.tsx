import { Box, Link } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useBranding } from '../branding.queries.ts';

const names = ['imprint', 'aboutUs', 'dataProtection'] as const;

/** Texts and links of the domain's settings. They are plain text: markup in them is shown as it is. */
export function Footer() {
  const { t } = useTranslation('app');
  const page = useBranding()?.page[currentLanguage()];
  if (page?.footer === false) return null;
  return (
    <Box
      component="footer"
      sx={{
        px: { xs: 2, md: 3 },
        py: 2,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        typography: 'caption',
        color: 'text.muted',
      }}
    >
      <span>{page?.copyright ?? t('footer.copyright', { year: new Date().getFullYear() })}</span>
      {names.map((name) => {
        const address = page?.[name];
        return (
          address && (
            <Link key={name} href={address} target="_blank" rel="noreferrer" color="inherit">
              {t(`footer.${name}`)}
            </Link>
          )
        );
      })}
      <span>{t('footer.version', { version: __APP_VERSION__ })}</span>
    </Box>
  );
}
