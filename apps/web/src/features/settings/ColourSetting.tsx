import { Box, Typography } from '@mui/material';
import { brandColours, brandSurfaces, contrastOf, readableContrast } from '@stellwerk/contract/branding-colours';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useField } from '../../ui/form/form-context.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { light } from '../../ui/theme/tokens.ts';
import { useSettingsHere, useSource } from './settings-context.ts';

const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

/** A button and a link as they look in one mode, with the contrast of their texts. */
function Sample({ colour, mode }: { colour: string; mode: 'light' | 'dark' }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const colours = brandColours(colour, mode);
  const { surface } = brandSurfaces[mode];
  const onSurface = contrastOf(colours.primary, surface);
  const onButton = contrastOf(colours.onPrimary, colours.primary);
  const isAdjusted = colours.primary.toLowerCase() !== colour.toLowerCase();
  const contrast = (value: number) => formats.number(Math.round(value * 10) / 10);
  return (
    <Box
      sx={{
        p: 2,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        display: 'grid',
        gap: 1,
        minWidth: 0,
      }}
    >
      <Typography sx={{ fontWeight: 500 }}>{t(`colour.${mode}`)}</Typography>
      <Box
        aria-hidden
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: 1.5, borderRadius: 1, bgcolor: surface }}
      >
        <Box sx={{ px: 1.75, py: 0.75, borderRadius: 1, bgcolor: colours.primary, color: colours.onPrimary }}>
          {t('colour.button')}
        </Box>
        <Box sx={{ color: colours.primary, textDecoration: 'underline' }}>{t('colour.link')}</Box>
        <Box sx={{ px: 1, py: 0.25, borderRadius: 1, bgcolor: colours.primarySoft, color: colours.primary }}>
          {t('colour.chosen')}
        </Box>
      </Box>
      <StatusChip
        status={Math.min(onSurface, onButton) >= readableContrast ? 'ok' : 'warning'}
        label={t('colour.contrast', { surface: contrast(onSurface), button: contrast(onButton) })}
      />
      {isAdjusted && (
        <Typography variant="body2" color="textSecondary">
          {t('colour.adjusted', { colour: colours.primary })}
        </Typography>
      )}
    </Box>
  );
}

/** The primary colour, with what becomes of it in both modes. */
export function ColourSetting({ label }: { label: string }) {
  const { t } = useTranslation('settings');
  const field = useField('primaryColour');
  const { inherited } = useSettingsHere();
  const help = useSource('primaryColour');
  const value = typeof field.value === 'string' ? field.value : '';
  const effective = isColour(value) ? value : (inherited.primaryColour ?? light.primary);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, maxWidth: (theme) => theme.spacing(40) }}>
          <TextField
            label={label}
            value={value}
            onChange={(text) => field.setValue(text === '' ? null : text.toLowerCase())}
            onBlur={field.onBlur}
            error={field.error}
            help={help}
            placeholder={inherited.primaryColour ?? light.primary}
            disabled={field.disabled}
          />
        </Box>
        <Box
          component="input"
          type="color"
          aria-label={t('colour.pick')}
          value={effective}
          disabled={field.disabled}
          onChange={(event) => field.setValue(event.target.value)}
          sx={{
            mt: 3,
            width: (theme) => theme.spacing(6),
            height: (theme) => theme.spacing(4.5),
            p: 0.25,
            border: 1,
            borderColor: 'border.strong',
            borderRadius: 0.75,
            bgcolor: 'background.paper',
            cursor: 'pointer',
          }}
        />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <Sample colour={effective} mode="light" />
        <Sample colour={effective} mode="dark" />
      </Box>
    </Box>
  );
}
