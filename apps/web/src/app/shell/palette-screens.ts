import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isEntry, type NavigationGroup } from '../navigation.ts';

/** Entries of the drawer with their labels, for the palette to search. */
export function usePaletteScreens(groups: readonly NavigationGroup[]) {
  const { t } = useTranslation('app');
  return useMemo(
    () =>
      groups.flatMap(({ name, items }) =>
        items.filter(isEntry).map(({ path, icon }) => ({
          path,
          title: t(`screens.${path}`),
          group: t(`groups.${name}`),
          icon,
        })),
      ),
    [groups, t],
  );
}
