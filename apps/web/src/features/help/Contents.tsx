import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { sizes } from '../../ui/theme/tokens.ts';
import type { Guide } from './guide.ts';
import { guidePath } from './guide-order.ts';

/** The headings of a guide, beside its text. */
export function Contents({ guide }: { guide: Guide }) {
  const { t } = useTranslation('help');
  const id = useId();
  const headings = guide.sections.filter(({ anchor }) => anchor !== '');
  if (headings.length < 2) return null;
  return (
    <Box
      component="nav"
      aria-labelledby={id}
      data-print="hide"
      sx={{
        position: 'sticky',
        top: `${sizes.toolbarHeight + sizes.pageMargin}px`,
        maxHeight: `calc(100dvh - ${sizes.toolbarHeight + 2 * sizes.pageMargin}px)`,
        overflowY: 'auto',
        scrollbarWidth: 'thin',
        pl: 2,
        borderLeft: 1,
        borderColor: 'border.main',
      }}
    >
      <Typography id={id} variant="overline" component="h2" color="textMuted">
        {t('contents')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {headings.map(({ anchor, heading, level }) => (
          <Box key={anchor} component="li" sx={{ py: 0.5, pl: level > 2 ? 1.5 : 0 }}>
            <InternalLink to={guidePath(guide.name, anchor)} color="textSecondary" variant="body2" underline="hover">
              {heading}
            </InternalLink>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
