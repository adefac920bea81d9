import { Box, Typography } from '@mui/material';
import type { WidgetStates } from '@stellwerk/contract/dashboard-widget';
import { useTranslation } from 'react-i18next';
import { useEditing } from '../editor-context.ts';

export type FoundState = WidgetStates['states'][number];

/** The states of the twins that the filter finds, with their titles. */
export function useFoundStates() {
  const { data } = useEditing().found;
  const states = data?.states ?? [];
  const byKey = new Map(states.map((state) => [state.key, state]));
  return {
    keys: states.map(({ key }) => key),
    find: (key: string): FoundState | undefined => byKey.get(key),
    /** True if no twin has the state; false until the first response. */
    isMissing: (key: string) => data !== undefined && key !== '' && !byKey.has(key),
    fits: (key: string, words: string) =>
      `${key} ${byKey.get(key)?.title ?? ''}`.toLowerCase().includes(words.trim().toLowerCase()),
  };
}

/** A state in a list of options: title and unit, key, and the number of twins with it. */
export function StateOption({ state, stateKey }: { state: FoundState | undefined; stateKey: string }) {
  const { t } = useTranslation('dashboards');
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, width: 1, minWidth: 0 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap>
          {state?.title ?? stateKey}
          {state?.unit && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {` ${state.unit}`}
            </Box>
          )}
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary" noWrap>
          {stateKey}
        </Typography>
      </Box>
      {state && (
        <Typography variant="caption" color="textSecondary" noWrap>
          {t('editor.state.onTwins', { count: state.twinCount })}
        </Typography>
      )}
    </Box>
  );
}
