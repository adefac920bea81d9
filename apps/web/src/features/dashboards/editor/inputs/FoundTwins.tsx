import { Box, Typography } from '@mui/material';
import { Boxes } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { failureOf } from '../../../../ui/feedback/failure.ts';
import { useEditing } from '../editor-context.ts';

const namedTwins = 5;

/** The number of twins that the filter finds, and the first of them. */
export function FoundTwins() {
  const { t } = useTranslation(['dashboards', 'ui']);
  const { number } = useFormats();
  const { data, isFetching, error } = useEditing().found;
  const words = () => {
    if (error) return failureOf(error).message ?? t('ui:error.unexpected');
    if (!data) return t('editor.filter.searching');
    return t('editor.filter.found', { count: data.twinCount, shown: number(data.twinCount) });
  };
  const names = data?.twins.slice(0, namedTwins).map(({ title }) => title) ?? [];
  const more = data && data.twinCount > names.length ? ' …' : '';
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 1.25,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'background.raised',
        opacity: isFetching && data ? 0.7 : 1,
        color: error || data?.twinCount === 0 ? 'warning.main' : 'text.secondary',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', pt: 0.125, flexShrink: 0 }}>
        <Boxes size="1.125rem" />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="div">
          {words()}
        </Typography>
        {!error && names.length > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {names.join(', ')}
            {more}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
