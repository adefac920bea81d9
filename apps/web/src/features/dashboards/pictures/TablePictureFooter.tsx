import { Box, IconButton, Tooltip } from '@mui/material';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';

/** The range of visible rows, in words. */
export function useRangeText() {
  const { t } = useTranslation('ui');
  const { number } = useFormats();
  return ({ page, rowsPerPage, found }: Pick<TablePictureFooterProps, 'page' | 'rowsPerPage' | 'found'>): string => {
    if (found === 0) return t('table.none');
    const first = page * rowsPerPage + 1;
    const last = Math.min(found, first + rowsPerPage - 1);
    return t('table.range', { first: number(first), last: number(last), total: number(found) });
  };
}

interface TablePictureFooterProps {
  page: number;
  rowsPerPage: number;
  /** Number of rows that match the search. */
  found: number;
  /** Number of loaded rows. */
  read: number;
  /** Number of existing twins. */
  total: number;
  onPage: (page: number) => void;
}

/** The position in the table, and the buttons for other pages. */
export function TablePictureFooter({ page, rowsPerPage, found, read, total, onPage }: TablePictureFooterProps) {
  const { t } = useTranslation(['ui', 'dashboards']);
  const formats = useFormats();
  const rangeText = useRangeText();
  const steps = [
    { label: t('table.previousPage'), icon: ChevronLeft, to: page - 1, isOffered: page > 0 },
    { label: t('table.nextPage'), icon: ChevronRight, to: page + 1, isOffered: (page + 1) * rowsPerPage < found },
  ];
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.5,
        minHeight: (theme) => theme.spacing(4.5),
        pt: 0.5,
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      <Box sx={{ flex: 1 }}>
        {total > read && (
          <>
            {t('dashboards:picture.table.cut', { shown: formats.number(read), total: formats.number(total) })}{' '}
            <InternalLink to="/digitaltwin-mgmt/list">{t('dashboards:picture.table.toList')}</InternalLink>
          </>
        )}
      </Box>
      <span role="status">{rangeText({ page, rowsPerPage, found })}</span>
      {found > rowsPerPage &&
        steps.map(({ label, icon: Icon, to, isOffered }) => (
          <Tooltip key={label} title={label}>
            <span>
              <IconButton size="small" aria-label={label} disabled={!isOffered} onClick={() => onPage(to)}>
                <Icon aria-hidden />
              </IconButton>
            </span>
          </Tooltip>
        ))}
    </Box>
  );
}
