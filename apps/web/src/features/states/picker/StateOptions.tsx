import { Box, Button, Checkbox, Radio, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { ValueText } from '../values/ValueText.tsx';
import { type PickedState, pickedOf, type useStatesToPick } from './picker.queries.ts';

export interface StateOptionsProps {
  found: ReturnType<typeof useStatesToPick>;
  chosenIds: ReadonlySet<number>;
  disabledIds: readonly number[];
  multiple: boolean;
  onToggle: (state: PickedState) => void;
}

/** States to be ticked, each with its twin and its value. */
export function StateOptions({ found, chosenIds, disabledIds, multiple, onToggle }: StateOptionsProps) {
  const { t } = useTranslation('states');
  const name = useId();
  const Mark = multiple ? Checkbox : Radio;
  if (found.error) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons shape="rows" count={5} />;
  const rows = found.data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <EmptyState compact variant="no-results" />;
  return (
    <>
      <Box component="ul" aria-label={t('picker.states')} sx={{ m: 0, p: 0.5, listStyle: 'none' }}>
        {rows.map((row) => (
          <li key={row.id}>
            <Box
              component="label"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 0.5,
                pr: 1,
                borderRadius: 0.75,
                cursor: disabledIds.includes(row.id) ? 'default' : 'pointer',
                '&:hover': { bgcolor: 'background.raised' },
              }}
            >
              <Mark
                name={name}
                checked={chosenIds.has(row.id)}
                disabled={disabledIds.includes(row.id)}
                onChange={() => onToggle(pickedOf(row))}
              />
              <Box sx={{ flex: 1, minWidth: 0, py: 0.5 }}>
                <Typography noWrap>{row.title}</Typography>
                <Typography variant="caption" component="div" color="textSecondary" noWrap>
                  {row.dtwin.title} · {row.key}
                </Typography>
              </Box>
              <Box sx={{ maxWidth: '40%', textAlign: 'right' }}>
                <ValueText value={row.value} unit={row.unit} decimals={row.decimals} />
              </Box>
            </Box>
          </li>
        ))}
      </Box>
      {found.hasNextPage && (
        <Button
          variant="text"
          size="small"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('picker.more')}
        </Button>
      )}
    </>
  );
}
