import { Box, Typography } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { SlotPanels } from '../../ui/slot/SlotPanels.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { SidebarLayout } from '../../ui/surface/SidebarLayout.tsx';
import { SmallMap } from './SmallMap.tsx';
import { twinPanels } from './slots.ts';
import { TwinChildren } from './TwinChildren.tsx';
import { TwinFacts, TwinProperties } from './TwinFacts.tsx';
import { TwinPeople } from './TwinPeople.tsx';
import { imageAddress } from './twin-file.queries.ts';

/** What there is to see of a twin: its values, what lies below, and the facts at the side. */
export function TwinOverview({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  return (
    <SidebarLayout
      side={
        <>
          <Card title={t('facts.title')}>
            <TwinFacts twin={twin} />
          </Card>
          <SmallMap twin={twin} to={`/digitaltwin-mgmt/map/twin/${twin.id}`} />
          <TwinProperties twin={twin} />
          <TwinPeople twin={twin} />
        </>
      }
    >
      {twin.description && (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '48rem' }}>
          {twin.description}
        </Typography>
      )}
      {twin.backgroundImage && (
        <Box
          component="img"
          src={imageAddress(twin.id, 'background', twin.backgroundImage.id)}
          alt={t('image.alt', { kind: t('image.background'), title: twin.title })}
          sx={{
            width: '100%',
            maxHeight: '16rem',
            objectFit: 'cover',
            borderRadius: 1,
            border: 1,
            borderColor: 'border.main',
          }}
        />
      )}
      <SlotPanels slot={twinPanels} context={{ kind: 'twin', twin }} />
      <TwinChildren twin={twin} />
    </SidebarLayout>
  );
}
