import { Box, Link } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { usePageLinks } from '../page-links.queries.ts';

const names = ['imprint', 'aboutUs', 'dataProtection'] as const;

export function Footer() {
  const { t } = useTranslation('app');
  const links = usePageLinks();
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
      <span>{t('footer.copyright', { year: new Date().getFullYear() })}</span>
      {names.map(
        (name) =>
          links?.[name] && (
            <Link key={name} href={links[name]} target="_blank" rel="noreferrer" color="inherit">
              {t(`footer.${name}`)}
            </Link>
          ),
      )}
      <span>{t('footer.version', { version: __APP_VERSION__ })}</span>
    </Box>
  );
}
