import { Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../lib/api.ts';
import { useBranding } from './branding.queries.ts';
import { isServerThere, StaleReleaseError, UnreachableError } from './release.ts';

type Kind = 'general' | 'notFound' | 'release' | 'unreachable';

export interface ErrorPageProps {
  error?: unknown;
  /** Overrides the texts chosen by the error. */
  kind?: Kind;
  /** The address that failed, for the technical details. */
  path?: string | undefined;
  onRetry?: () => void;
  hasHome?: boolean;
  /** False inside the shell, which already has a main region. */
  isWholePage?: boolean;
}

function kindOf(error: unknown): Kind {
  if (error instanceof UnreachableError) return 'unreachable';
  return error instanceof StaleReleaseError ? 'release' : 'general';
}

function detailsOf(error: unknown, path: string | undefined): [string, string][] {
  const rows: [string, string | undefined][] = [
    ['path', path ?? window.location.hash.slice(1)],
    ['code', isApiError(error) ? error.code : undefined],
    ['requestId', isApiError(error) ? error.requestId : undefined],
    ['message', error instanceof Error ? error.message : undefined],
    ['time', new Date().toISOString()],
    ['version', __APP_VERSION__],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

/** A mail that already contains the details that the support needs. */
const mailTo = (contact: string, subject: string, lines: readonly string[]): string =>
  `mailto:${contact}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\n'))}`;

/** Shown at /error and wherever rendering a page failed. It works without the router, so links are plain addresses. */
export function ErrorPage({ error, kind, path, onRetry, hasHome = true, isWholePage = true }: ErrorPageProps) {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(false);
  const [details] = useState(() => detailsOf(error, path));
  const contact = useBranding()?.contact;
  const [isWaiting, setWaiting] = useState(false);
  const chosen = kind ?? kindOf(error);
  const needsReload = chosen === 'release' || chosen === 'unreachable' || !onRetry;
  async function reload() {
    setWaiting(false);
    if (await isServerThere()) window.location.reload();
    else setWaiting(true);
  }
  return (
    <Box
      component={isWholePage ? 'main' : 'div'}
      sx={{ minHeight: isWholePage ? '80dvh' : '50dvh', display: 'grid', placeItems: 'center', p: 2 }}
    >
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 520, p: 3.5 }} role="alert">
        <Typography variant="h1">{t(`errorPage.${chosen}.title`)}</Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>
          {isApiError(error) ? error.message : t(`errorPage.${chosen}.text`)}
        </Typography>
        <Typography role="status" sx={{ mt: 1, color: 'text.secondary' }}>
          {isWaiting && t('errorPage.noResponse')}
        </Typography>
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {chosen !== 'notFound' && (
            <Button variant="contained" onClick={needsReload ? () => void reload() : onRetry}>
              {t(chosen === 'release' ? 'errorPage.reload' : 'errorPage.retry')}
            </Button>
          )}
          {hasHome && (
            <Button variant={chosen === 'notFound' ? 'contained' : 'outlined'} href="#/home">
              {t('errorPage.home')}
            </Button>
          )}
          {contact && (
            <Button
              variant="outlined"
              href={mailTo(
                contact,
                t('errorPage.contactSubject'),
                details.map(([name, value]) => `${t(`errorPage.details.${name}`)}: ${value}`),
              )}
            >
              {t('errorPage.contact')}
            </Button>
          )}
          <Button variant="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('errorPage.technicalDetails')}
          </Button>
        </Box>
        {isOpen && (
          <Box
            component="dl"
            sx={{ mt: 2.5, mb: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, columnGap: 2 }}
          >
            {details.map(([name, value]) => (
              <Box key={name} sx={{ display: 'contents', typography: 'body2' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {t(`errorPage.details.${name}`)}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {value}
                </Box>
              </Box>
            ))}
          </Box>
        )}
      </Paper>
    </Box>
  );
}
