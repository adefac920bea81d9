import { twinCategories, twinTypes } from '@stellwerk/contract/twin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../ui/table/types.ts';
import { useTwinTags } from './twin.queries.ts';

/** What list and tree can be narrowed by. */
export function useTwinFilters(): TableFilter[] {
  const { t } = useTranslation('twins');
  const tags = useTwinTags();
  // Compared by content: a response with the same tags must not rebuild the filters.
  const tagText = JSON.stringify(tags);
  return useMemo(() => {
    const known: string[] = JSON.parse(tagText);
    return [
      {
        id: 'category',
        label: t('column.category'),
        single: true,
        options: twinCategories.map((value) => ({ value, label: t(`filter.${value}`) })),
      },
      {
        id: 'types',
        label: t('column.type'),
        options: twinTypes.map((value) => ({ value, label: t(`type.${value}`) })),
      },
      {
        id: 'tags',
        label: t('column.tags'),
        ...(known.length > 0 ? { options: known.map((value) => ({ value, label: value })) } : {}),
      },
      {
        id: 'disabled',
        label: t('filter.disabled'),
        single: true,
        options: [
          { value: 'false', label: t('filter.enabledOnly') },
          { value: 'true', label: t('filter.disabledOnly') },
        ],
      },
      {
        id: 'favourites',
        label: t('filter.favourites'),
        single: true,
        options: [{ value: 'true', label: t('filter.favouritesOnly') }],
      },
    ];
  }, [t, tagText]);
}
