import { Box, Paper, useMediaQuery } from '@mui/material';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import type { TreeHandle } from '../../ui/tree/TreePicker.tsx';
import { TwinPreview } from './TwinPreview.tsx';
import { TwinsFrame } from './TwinsFrame.tsx';
import { TwinTree } from './TwinTree.tsx';
import { useTwin } from './twin.queries.ts';
import { filterQuery } from './twin-filter.ts';
import { useTwinFilters } from './use-twin-filters.ts';

/** What stands above and below the tree on a screen. */
const aroundTree = '17.5rem';

const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** The tree, and beside it on wide screens what is known of the twin chosen in it. */
export function TwinTreePage() {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const { account } = useChosenAccount();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const tree = useRef<TreeHandle>(null);
  const [search, change] = useSearchParams();
  const { state, filters, change: changeTable } = useTableState({ name: 'twins', filters: useTwinFilters() });
  const filter = useMemo(
    () => filterQuery({ search: state.search, filters: state.filters, tenantId: account?.id }),
    [state.search, state.filters, account?.id],
  );
  const selectedId = isWide ? idIn(search.twin) : undefined;
  const [openTo] = useState(idIn(search.twin));
  const selected = useTwin(selectedId);
  const open = (id: number) => go(`/digitaltwin-mgmt/${id}`);
  const select = (id: number | undefined) => change({ twin: id }, { replace: false });

  function show(parentId: number | null, id: number) {
    tree.current?.reload([parentId]);
    if (parentId !== null) tree.current?.expand([parentId]);
    tree.current?.reveal(id);
    if (isWide) select(id);
  }

  return (
    <TwinsFrame
      view="tree"
      parent={selected.data?.abilities.update ? selected.data : undefined}
      onCreated={({ id, parentId }) => show(parentId, id)}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(18rem, 2fr) minmax(0, 3fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
          <Box
            role="search"
            aria-label={t('title')}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
          >
            <Box sx={{ flex: '1 1 100%' }}>
              <SearchInput
                value={state.search}
                onChange={(text) => changeTable({ search: text })}
                label={t('picker.search')}
                placeholder={t('search')}
              />
            </Box>
            <FilterBar
              filters={filters}
              values={state.filters}
              onChange={(values) => changeTable({ filters: values })}
            />
          </Box>
          <TwinTree
            tree={tree}
            filter={filter}
            selectedId={selectedId}
            openTo={openTo}
            onSelect={isWide ? select : open}
            onOpen={open}
            height={`max(20rem, calc(100dvh - ${aroundTree}))`}
            empty={
              <Paper variant="outlined">
                <EmptyState title={t('empty.title')} description={t('empty.description')} />
              </Paper>
            }
          />
        </Box>
        {isWide && selectedId === undefined && (
          <Paper variant="outlined">
            <EmptyState title={t('preview.none')} description={t('preview.noneText')} />
          </Paper>
        )}
        {selectedId !== undefined && (
          <TwinPreview
            key={selectedId}
            twinId={selectedId}
            onShow={(id) => {
              tree.current?.expand([selectedId]);
              select(id);
            }}
            onCreated={({ id, parentId }) => show(parentId, id)}
            onStarred={(parentId) => tree.current?.reload([parentId])}
          />
        )}
      </Box>
    </TwinsFrame>
  );
}
