import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useRouterState } from '@tanstack/react-router';
import { ListTree, type LucideIcon, Map as MapIcon, Table2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useGo } from '../../ui/navigation/use-go.ts';

export type TwinView = 'tree' | 'list' | 'map';

const views: { view: TwinView; icon: LucideIcon; path: string }[] = [
  { view: 'tree', icon: ListTree, path: '/digitaltwin-mgmt' },
  { view: 'list', icon: Table2, path: '/digitaltwin-mgmt/list' },
  { view: 'map', icon: MapIcon, path: '/digitaltwin-mgmt' },
];

/** Tree, list or map of the same twins: search and filters stay. */
export function ViewSwitch({ view }: { view: TwinView }) {
  const { t } = useTranslation('twins');
  const { go } = useGo();
  const searchText = useRouterState({ select: ({ location }) => location.searchStr });

  function show(next: TwinView | null) {
    const target = views.find((each) => each.view === next);
    if (!target) return;
    const parameters = new URLSearchParams(searchText);
    if (target.view === 'map') parameters.set('view', 'map');
    else parameters.delete('view');
    // The next view begins at its first page.
    parameters.delete('page');
    go(parameters.size > 0 ? `${target.path}?${parameters}` : target.path);
  }

  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_, next: TwinView | null) => show(next)}
      aria-label={t('view.label')}
    >
      {views.map(({ view: each, icon: Icon }) => (
        <ToggleButton key={each} value={each} aria-label={t(`view.${each}`)} sx={{ gap: 0.75, px: 1.25 }}>
          <Icon size="1.125rem" aria-hidden />
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            {t(`view.${each}`)}
          </Box>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
