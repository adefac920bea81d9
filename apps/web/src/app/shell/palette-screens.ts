import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isEntry, type NavigationGroup } from '../navigation.ts';
import { navigationIcons } from './navigation-icons.ts';

/** What stands in the drawer, with its words, for the palette to find. */
export function usePaletteScreens(groups: readonly NavigationGroup[]) {
  const { t } = useTranslation('app');
  return useMemo(
    () =>
      groups.flatMap(({ name, items }) =>
        items.filter(isEntry).map(({ path, icon }) => ({
          path,
          title: t(`screens.${path}`),
          group: t(`groups.${name}`),
          icon: navigationIcons[icon],
        })),
      ),
    [groups, t],
  );
}
