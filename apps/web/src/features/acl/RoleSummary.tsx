import { Box, Typography } from '@mui/material';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { essence } from './permission-state.ts';
import { usePermissionTexts } from './permission-texts.ts';

function Phrases({ title, phrases, isDenied }: { title: string; phrases: string[]; isDenied: boolean }) {
  const Icon = isDenied ? X : Check;
  return (
    <Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', typography: 'body1' }}>
        {phrases.map((phrase) => (
          <Box component="li" key={phrase} sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
            <Box aria-hidden sx={{ color: isDenied ? 'error.main' : 'ok.main', flexShrink: 0 }}>
              <Icon size="0.875rem" />
            </Box>
            {phrase}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** The allowed and denied permissions of a role in plain words. */
export function RoleSummary({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const { allowed, denied } = essence(permissions);
  return (
    <Box
      component="section"
      aria-label={t('summary.title')}
      sx={{
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'background.raised',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 6,
        rowGap: 1.5,
      }}
    >
      {allowed.length === 0 && denied.length === 0 && (
        <Typography color="textSecondary">{t('summary.empty')}</Typography>
      )}
      {allowed.length > 0 && (
        <Phrases title={t('summary.allowed')} phrases={allowed.map(texts.phrase)} isDenied={false} />
      )}
      {denied.length > 0 && <Phrases title={t('summary.denied')} phrases={denied.map(texts.phrase)} isDenied />}
    </Box>
  );
}
