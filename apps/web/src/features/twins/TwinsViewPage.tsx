import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import type { ViewEntry } from '../../ui/slot/slot-entries.ts';
import { FilteredView } from '../../ui/table/FilteredView.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import type { TwinViewContext } from './slots.ts';
import { TwinsFrame } from './TwinsFrame.tsx';
import { filterQuery } from './twin-filter.ts';
import { useTwinFilters } from './use-twin-filters.ts';

interface TwinsViewPageProps {
  view: ViewEntry<TwinViewContext>;
}

/** All twins that match search and filters, in a contributed view such as the map. */
export function TwinsViewPage({ view }: TwinsViewPageProps) {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const { account } = useChosenAccount();
  const table = useTableState({ name: 'twins', filters: useTwinFilters() });
  const { state } = table;
  return (
    <TwinsFrame view={view.id} onCreated={({ id }) => go(`/digitaltwin-mgmt/${id}`)}>
      <FilteredView label={t('title')} searchLabel={t('picker.search')} searchPlaceholder={t('search')} table={table}>
        <LazyPart
          part={view.content}
          props={{
            label: t('title'),
            filter: filterQuery({ search: state.search, filters: state.filters, tenantId: account?.id }),
          }}
          fallback={<Skeletons shape="block" />}
        />
      </FilteredView>
    </TwinsFrame>
  );
}
