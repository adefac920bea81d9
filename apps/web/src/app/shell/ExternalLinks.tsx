import { Box, ListItemButton, Tooltip, Typography } from '@mui/material';
import { anyOf } from '@stellwerk/contract/core/permission';
import { ChartLine, type LucideIcon, RadioTower } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { linkIcons, useOwnDrawerLinks } from '../../features/drawer-links/index.ts';
import { useCan } from '../../lib/abilities.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useBranding } from '../branding.queries.ts';

const seesDashboards = anyOf('IotHub.read', 'DigitalTwin.read', 'VirtualDevice.read');

interface ExternalLink {
  key: string;
  title: string;
  url: string;
  icon: LucideIcon;
}

/** Links to other systems: those of the settings, and those of the operator. */
function useExternalLinks(): ExternalLink[] {
  const { t } = useTranslation('app');
  const branding = useBranding();
  const mayOpen = useCan(seesDashboards);
  const own = useOwnDrawerLinks() ?? [];
  const { dashboardUrl, lorawanUrl } = branding ?? {};
  const links: ExternalLink[] = [];
  if (dashboardUrl && mayOpen) {
    links.push({ key: 'dashboard', title: t('external.dashboard'), url: dashboardUrl, icon: ChartLine });
  }
  if (lorawanUrl) links.push({ key: 'lorawan', title: t('external.lorawan'), url: lorawanUrl, icon: RadioTower });
  const language = currentLanguage();
  return [
    ...links,
    ...own.map(({ id, icon, titleDe, titleEn, url }) => ({
      key: String(id),
      title: language === 'en' ? titleEn : titleDe,
      url,
      icon: linkIcons[icon],
    })),
  ];
}

/** The last group of the drawer; absent without links. */
export function ExternalLinks({ isMini }: { isMini: boolean }) {
  const { t } = useTranslation('app');
  const links = useExternalLinks();
  if (links.length === 0) return null;
  return (
    <Box role="group" aria-label={t('external.title')} sx={{ mt: isMini ? 0 : 1.5 }}>
      {!isMini && (
        <Typography
          variant="overline"
          component="h2"
          sx={{ display: 'block', px: 1.25, py: 0.75, color: 'text.muted' }}
        >
          {t('external.title')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {links.map(({ key, title, url, icon: Icon }) => (
          <li key={key}>
            <Tooltip title={isMini ? title : ''} placement="right">
              <ListItemButton
                component="a"
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('external.open', { title })}
                sx={{
                  height: 36,
                  px: 1.25,
                  gap: 1.5,
                  typography: 'body1',
                  fontWeight: 500,
                  color: 'text.secondary',
                  justifyContent: isMini ? 'center' : 'flex-start',
                  '& > svg': { width: 18, height: 18, flexShrink: 0 },
                }}
              >
                <Icon aria-hidden strokeWidth={1.75} />
                {!isMini && (
                  <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                    {title}
                  </Box>
                )}
              </ListItemButton>
            </Tooltip>
          </li>
        ))}
      </Box>
    </Box>
  );
}
