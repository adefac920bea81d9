import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { GuideCard } from './GuideCard.tsx';
import type { Guide } from './guide.ts';
import { guideGroups, guidePath } from './guide-order.ts';

/** All guides by topic. */
export function GuideList({ guides }: { guides: readonly Guide[] }) {
  const { t } = useTranslation('help');
  const byName = new Map(guides.map((guide) => [guide.name, guide]));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {guideGroups.map(({ name: group, guides: names }) => (
        <Card key={group} title={t(`group.${group}`)} padded={false}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
            {names.map((name) => {
              const guide = byName.get(name);
              return (
                guide && (
                  <li key={name}>
                    <GuideCard to={guidePath(name)} title={guide.title}>
                      {guide.summary}
                    </GuideCard>
                  </li>
                )
              );
            })}
          </Box>
        </Card>
      ))}
    </Box>
  );
}
