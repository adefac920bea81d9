import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useRouterState } from '@tanstack/react-router';
import { ListTree, type LucideIcon, Table2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { inOrder, type Placed } from '../../ui/slot/slot-entries.ts';
import { useLabels, useSlotEntries } from '../../ui/slot/use-slot.tsx';
import { twinViews } from './slots.ts';

const treePath = '/digitaltwin-mgmt';

interface View {
  id: string;
  label: string;
  icon: LucideIcon;
  path: string;
  /** In the address of the tree. */
  parameter?: string;
}

function useViews(): Placed<View>[] {
  const { t } = useTranslation('twins');
  const contributed = useSlotEntries(twinViews, undefined);
  const labelOf = useLabels(contributed);
  return inOrder<View>([
    { position: 100, id: 'tree', label: t('view.tree'), icon: ListTree, path: treePath },
    { position: 200, id: 'list', label: t('view.list'), icon: Table2, path: `${treePath}/list` },
    ...contributed.map(({ id, position, label, icon }) => ({
      position,
      id,
      label: labelOf(label),
      icon,
      path: treePath,
      parameter: id,
    })),
  ]);
}

/** Tree, list or a contributed view such as the map of the same twins: search and filters stay. */
export function ViewSwitch({ view }: { view: string }) {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const views = useViews();
  const searchText = useRouterState({ select: ({ location }) => location.searchStr });

  function show(next: string | null) {
    const target = views.find(({ id }) => id === next);
    if (!target) return;
    const parameters = new URLSearchParams(searchText);
    if (target.parameter) parameters.set('view', target.parameter);
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
      onChange={(_, next: string | null) => show(next)}
      aria-label={t('view.label')}
    >
      {views.map(({ id, label, icon: Icon }) => (
        <ToggleButton key={id} value={id} aria-label={label} sx={{ gap: 0.75, px: 1.25 }}>
          <Icon size="1.125rem" aria-hidden />
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            {label}
          </Box>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
