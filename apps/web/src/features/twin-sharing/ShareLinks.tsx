import { Alert, Box, Tab, Tabs } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import type { CreatedTwinShare } from '@stellwerk/contract/twin-sharing';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { LinkTexts } from './LinkTexts.tsx';
import { MapLink } from './MapLink.tsx';
import { tilesAddress } from './public-address.ts';
import { lastMomentOf } from './ShareEnd.tsx';

interface ShareLinksProps {
  share: CreatedTwinShare;
  twin: Pick<Twin, 'id' | 'title'> & Partial<Pick<Twin, 'type'>>;
}

const views = ['tiles', 'map'] as const;
type View = (typeof views)[number];

/** The links of a key that was just made: the only time that they can be seen. */
export function ShareLinks({ share, twin }: ShareLinksProps) {
  const { t } = useTranslation('twin-sharing');
  const formats = useFormats();
  const id = useId();
  const [view, setView] = useState<View>('tiles');
  return (
    <>
      <Alert severity="warning">{t('once', { time: formats.date(lastMomentOf(share.validUntil)) })}</Alert>
      <Tabs value={view} onChange={(_, next: View) => setView(next)} aria-label={t('views')}>
        {views.map((each) => (
          <Tab
            key={each}
            value={each}
            id={`${id}-${each}`}
            {...(each === view ? { 'aria-controls': `${id}-panel` } : {})}
            label={t(`view.${each}`)}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {view === 'tiles' ? (
          <LinkTexts
            address={tilesAddress({ origin: window.location.origin, key: share.key, twinId: twin.id })}
            title={twin.title}
          />
        ) : (
          <MapLink shareKey={share.key} twin={twin} />
        )}
      </Box>
    </>
  );
}
