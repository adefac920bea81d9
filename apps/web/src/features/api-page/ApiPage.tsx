import { Box, Button, useMediaQuery } from '@mui/material';
import { ArrowLeft, Download, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { sizes } from '../../ui/theme/tokens.ts';
import { useApiReference } from './api.queries.ts';
import { CallDetail } from './call/CallDetail.tsx';
import { type ApiReference, groupCalls } from './document/calls.ts';
import { CallList } from './list/CallList.tsx';

/** The router may have parsed a number in the address. */
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function Book({ book }: { book: ApiReference }) {
  const { t } = useTranslation('api-page');
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const [params, change] = useSearchParams();
  const [wasChosen, setChosen] = useState(false);
  const search = textOf(params.q);
  const call = book.byKey.get(textOf(params.call));
  const groups = groupCalls(book.calls, search);
  const open = (key: string | undefined) => {
    setChosen(true);
    void change({ call: key }, { replace: false });
  };

  const list = (
    <Card padded={false}>
      <Box sx={{ p: 1.5, borderBottom: 1, borderColor: 'border.main', display: 'grid' }}>
        <SearchInput
          value={search}
          onChange={(text) => void change({ q: text || undefined })}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
        />
      </Box>
      <CallList groups={groups} chosenKey={call?.key} onOpen={open} />
    </Card>
  );
  const nothing = (
    <Card>
      <EmptyState title={t('choose.title')} description={t('choose.description', { count: book.calls.length })} />
    </Card>
  );
  // Another call mounts new fields.
  const detail = call && <CallDetail key={call.key} call={call} shared={book.shared} takesFocus={wasChosen} />;

  if (!isWide) {
    if (!detail) return list;
    return (
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Box>
          <Button startIcon={<ArrowLeft aria-hidden />} onClick={() => open(undefined)}>
            {t('back')}
          </Button>
        </Box>
        {detail}
      </Box>
    );
  }
  const top = sizes.toolbarHeight + sizes.pageMargin;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '24rem minmax(0, 1fr)', gap: 2, alignItems: 'start' }}>
      <Box
        sx={{
          position: 'sticky',
          top: `${top}px`,
          display: 'flex',
          // The list scrolls independently of the details.
          '& > section': { flex: 1, maxHeight: `calc(100dvh - ${top + sizes.pageMargin}px)` },
          '& > section > div:last-child': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        }}
      >
        {list}
      </Box>
      {detail ?? nothing}
    </Box>
  );
}

/** Reference of all API calls with their parameters and responses, with a form to try them. */
export function ApiPage() {
  const { t } = useTranslation('api-page');
  const book = useApiReference();
  const download = () => window.open('/api/v1/openapi.json', '_blank', 'noopener');
  return (
    <Page
      id="api"
      title={t('title')}
      description={t('description')}
      secondary={[
        { label: t('keys'), icon: KeyRound, to: '/user-profile', prominent: true },
        { label: t('document'), icon: Download, onClick: download },
      ]}
    >
      {book.isPending && <Skeletons shape="rows" count={8} />}
      {book.isError && <ErrorState error={book.error} onRetry={() => void book.refetch()} />}
      {book.data && <Book book={book.data} />}
    </Page>
  );
}
