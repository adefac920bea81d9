import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { HighlightedText } from '../../ui/value/HighlightedText.tsx';
import { GuideCard } from './GuideCard.tsx';
import type { Guide } from './guide.ts';
import { guidePath } from './guide-order.ts';
import { findSections } from './search-guides.ts';

/** The sections of all guides that contain the search words. */
export function SearchResults({ guides, text }: { guides: readonly Guide[]; text: string }) {
  const { t } = useTranslation('help');
  const found = findSections(guides, text);
  return (
    <Card padded={false}>
      <Box role="status" sx={{ px: 2, pt: 1.5, pb: 0.5, typography: 'body2', color: 'text.secondary' }}>
        {t('search.found', { count: found.length })}
      </Box>
      {found.length === 0 ? (
        <EmptyState
          variant="no-results"
          title={t('search.nothing', { text: text.trim() })}
          description={t('search.nothingText')}
        />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
          {found.map(({ guide, section, excerpt }) => (
            <li key={`${guide.name}#${section.anchor}`}>
              <GuideCard
                to={guidePath(guide.name, section.anchor)}
                title={
                  <>
                    <HighlightedText text={section.heading} words={text} />
                    {section.anchor !== '' && (
                      <Box component="span" sx={{ color: 'text.muted', fontWeight: 400 }}>
                        {' · '}
                        {guide.title}
                      </Box>
                    )}
                  </>
                }
              >
                <HighlightedText text={excerpt} words={text} />
              </GuideCard>
            </li>
          ))}
        </Box>
      )}
    </Card>
  );
}
