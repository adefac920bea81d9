import { Box, IconButton, Typography } from '@mui/material';
import type { FieldRef } from '@stellwerk/contract/field-mapping';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import { shownPath } from './mapping-draft.ts';

interface FieldRowProps {
  title: string;
  /** The chosen field; absent while none is chosen. */
  field: FieldRef | null | undefined;
  /** What it means that none is chosen. */
  empty: string;
  error?: string | undefined;
  onRemove: () => void;
  /** How the value is read. */
  children?: ReactNode;
}

/** One part of the standard message, and the field that it is read from. */
export function FieldRow({ title, field, empty, error, onRemove, children }: FieldRowProps) {
  const { t } = useTranslation('connectors');
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        py: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '7rem minmax(0, 1fr) 10rem auto' },
      }}
    >
      <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
      <Typography
        color={error && !field ? 'error' : field ? undefined : 'textSecondary'}
        sx={{
          overflowWrap: 'anywhere',
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          gridRow: { xs: 2, sm: 'auto' },
          ...(field ? { fontFamily: monospaceFamily, fontSize: '0.8125rem' } : {}),
        }}
        {...(error && !field ? { role: 'alert' } : {})}
      >
        {field ? shownPath(field) : (error ?? empty)}
        {field?.from === 'item' && (
          <Typography component="span" variant="caption" color="textMuted" sx={{ display: 'block' }}>
            {t('mapping.ofEntry')}
          </Typography>
        )}
      </Typography>
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { xs: 3, sm: 'auto' } }}>
        {field && children}
      </Box>
      <Box sx={{ width: '2.25rem', gridColumn: { xs: 2, sm: 'auto' }, gridRow: { xs: 1, sm: 'auto' } }}>
        {field && (
          <IconButton size="small" aria-label={t('mapping.remove', { name: title })} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </Box>
    </Box>
  );
}
