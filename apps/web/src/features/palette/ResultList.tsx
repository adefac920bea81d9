import { Box, Typography } from '@mui/material';
import type { SearchResult } from '@stellwerk/contract/search';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { itemsOf, type PaletteGroup, type PaletteItem } from './palette-item.ts';
import { ResultOption } from './ResultOption.tsx';

interface ResultListProps {
  listId: string;
  text: string;
  groups: readonly PaletteGroup[];
  activeKey: string | undefined;
  found: SearchResult | undefined;
  error: Error | null;
  isLoading: boolean;
  onPoint: (key: string) => void;
  onOpen: (item: PaletteItem, inTab?: boolean) => void;
}

/** Notes about missing results, with reasons. */
function Notes({ text, found, error }: Pick<ResultListProps, 'text' | 'found' | 'error'>) {
  const { t } = useTranslation('palette');
  if (text === '') return null;
  const missing = (found?.missing ?? []).map((type) => t(`types.${type}`)).join(', ');
  const notes = [
    ...(error ? [failureOf(error).message ?? t('failed')] : []),
    ...(missing ? [t('missing', { what: missing })] : []),
    ...(found?.beginningsOnly ? [t('short')] : []),
  ];
  return notes.map((note) => (
    <Typography key={note} variant="body2" color="textSecondary" sx={{ px: 2, py: 1 }}>
      {note}
    </Typography>
  ));
}

export function ResultList(props: ResultListProps) {
  const { listId, text, groups, activeKey, isLoading, onPoint, onOpen } = props;
  const { t } = useTranslation('palette');
  const count = itemsOf(groups).length;
  const isNothing = count === 0 && !isLoading && !props.error;
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', pb: 1, scrollbarWidth: 'thin' }}>
      <Box role="status" sx={visuallyHidden}>
        {isLoading ? '' : t('count', { count })}
      </Box>
      <Box id={listId} role="listbox" aria-label={t('finds')}>
        {groups.map(({ key, label, items }) => (
          <Box key={key} role="group" aria-labelledby={`${listId}-group-${key}`}>
            <Typography
              id={`${listId}-group-${key}`}
              variant="overline"
              component="div"
              sx={{ px: 2, pt: 1.5, pb: 0.5, color: 'text.muted' }}
            >
              {label}
            </Typography>
            {items.map((item) => (
              <ResultOption
                key={item.key}
                id={`${listId}-${item.key}`}
                item={item}
                text={text}
                isActive={item.key === activeKey}
                onPoint={onPoint}
                onOpen={onOpen}
              />
            ))}
          </Box>
        ))}
      </Box>
      {isNothing && (
        <EmptyState
          compact
          icon={SearchX}
          title={t('nothing.title', { text })}
          description={t('nothing.description')}
        />
      )}
      <Notes {...props} />
    </Box>
  );
}
