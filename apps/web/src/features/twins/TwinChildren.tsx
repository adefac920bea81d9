import { Box, ButtonBase, Typography } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { isPlainClick, useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Section } from '../../ui/surface/Section.tsx';
import { TwinMarks } from './TwinMarks.tsx';
import { TwinIcon } from './TwinTitle.tsx';

interface TwinChildrenProps {
  twin: Twin;
  /** What a click does; without it the page of the child opens. */
  onShow?: (id: number) => void;
}

/** What lies directly below a twin, as cards. */
export function TwinChildren({ twin, onShow }: TwinChildrenProps) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { addressOf, go } = useNavigation();
  if (twin.childCount === 0) return null;
  return (
    <Section title={t('children.title', { count: twin.childCount, shown: formats.number(twin.childCount) })}>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(12rem, 1fr))',
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {twin.children.map((child) => {
          const to = `/digitaltwin-mgmt/${child.id}`;
          return (
            <li key={child.id}>
              <ButtonBase
                component="a"
                href={addressOf(to)}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  if (onShow) onShow(child.id);
                  else go(to);
                }}
                sx={{
                  width: '100%',
                  minHeight: (theme) => theme.spacing(5.5),
                  px: 1.5,
                  py: 1,
                  gap: 1,
                  justifyContent: 'flex-start',
                  border: 1,
                  borderColor: 'border.main',
                  borderRadius: 1,
                  bgcolor: 'background.paper',
                  textAlign: 'left',
                  '&:hover': { bgcolor: 'background.raised' },
                }}
              >
                <TwinIcon twin={{ icon: '', type: child.type }} />
                <Typography component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {child.title}
                </Typography>
                <TwinMarks twin={{ status: child.status, below: child.below, disabled: false }} />
              </ButtonBase>
            </li>
          );
        })}
      </Box>
      {twin.childCount > twin.children.length && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          <InternalLink to={`/digitaltwin-mgmt?twin=${twin.id}`}>
            {t('children.all', { total: formats.number(twin.childCount) })}
          </InternalLink>
        </Typography>
      )}
    </Section>
  );
}
