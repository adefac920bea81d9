import { Box, Typography } from '@mui/material';
import type { ConnectorCapabilities, ConnectorKind } from '@stellwerk/contract/connector';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Tags } from '../../../ui/status/Tags.tsx';
import { sortedKinds } from './all-kinds.ts';
import { Direction } from './Direction.tsx';
import { KindIcon } from './KindIcon.tsx';
import { useKindTexts } from './use-kind-texts.ts';

interface KindCardsProps {
  kinds: readonly ConnectorKind[];
  /** Where the choice of a kind leads. */
  toOf: (type: string) => string;
}

const capabilityNames = [
  'devices',
  'states',
  'downlinks',
  'deviceManagement',
  'deliveries',
] as const satisfies readonly (keyof ConnectorCapabilities)[];

function KindCard({ kind, to }: { kind: ConnectorKind; to: string }) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const able = capabilityNames.filter((name) => kind.capabilities[name]);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        p: 2,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <KindIcon type={kind.type} size="1.25rem" />
        <InternalLink
          to={to}
          underline="none"
          variant="h3"
          sx={{
            color: 'text.primary',
            // The whole card is the link.
            '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
            '&:focus-visible': { outline: 'none' },
            '&:focus-visible::after': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main' },
          }}
        >
          {texts.title(kind.type)}
        </InternalLink>
      </Box>
      <Typography variant="body2" component="div">
        <Direction direction={kind.direction} />
      </Typography>
      <Typography color="textSecondary" sx={{ flex: 1 }}>
        {texts.description(kind.type)}
      </Typography>
      <Tags tags={able.map((name) => t(`capability.${name}`))} />
    </Box>
  );
}

/** What kinds there are, what each is for and what it can do. */
export function KindCards({ kinds, toOf }: KindCardsProps) {
  const { t } = useTranslation('connectors');
  return (
    <Box
      component="ul"
      aria-label={t('create.kinds')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        textAlign: 'left',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
      }}
    >
      {sortedKinds(kinds).map((kind) => (
        <KindCard key={kind.type} kind={kind} to={toOf(kind.type)} />
      ))}
    </Box>
  );
}
