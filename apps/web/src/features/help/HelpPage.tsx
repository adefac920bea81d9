import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { GuideList } from './GuideList.tsx';
import { GuideView } from './GuideView.tsx';
import { useGuides } from './guides.queries.ts';
import { SearchResults } from './SearchResults.tsx';

/** The router may have parsed a number in the address. */
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** All guides, with search: `/help?guide=mqtt#topics`. */
export function HelpPage() {
  const { t } = useTranslation('help');
  const guides = useGuides();
  const [params, change] = useSearchParams();
  const name = textOf(params.guide);
  const search = textOf(params.q);
  const guide = guides.data?.find((each) => each.name === name);
  if (guides.data && guide) return <GuideView guides={guides.data} guide={guide} />;
  return (
    <Page id="help" title={t('title')} description={t('description')}>
      {guides.isPending && <Skeletons shape="rows" count={8} />}
      {guides.isError && <ErrorState error={guides.error} onRetry={() => void guides.refetch()} />}
      {guides.data && name !== '' && (
        <Card>
          <EmptyState
            variant="no-results"
            title={t('unknown')}
            description={t('unknownText')}
            action={
              <InternalLink to="/help" underline="always">
                {t('all')}
              </InternalLink>
            }
          />
        </Card>
      )}
      {guides.data && name === '' && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'grid', maxWidth: '32rem' }}>
            <SearchInput
              value={search}
              onChange={(text) => void change({ q: text || undefined })}
              label={t('search.label')}
              placeholder={t('search.placeholder')}
            />
          </Box>
          {search.trim() === '' ? (
            <GuideList guides={guides.data} />
          ) : (
            <SearchResults guides={guides.data} text={search} />
          )}
        </Box>
      )}
    </Page>
  );
}
