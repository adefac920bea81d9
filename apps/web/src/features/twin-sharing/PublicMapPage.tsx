import { Box, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { parseMapParameters, TwinMap } from '../twin-map/index.ts';
import { PublicDetail } from './PublicDetail.tsx';
import { PublicFrame, usePlace } from './PublicFrame.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import { inAddress } from './public-address.ts';
import { createPublicMapSource } from './public-map-source.ts';
import type { Place, PublicTwin } from './public-twin.queries.ts';

function Page({ twin, place }: { twin: PublicTwin; place: Place }) {
  const { shareKey, twinId } = place;
  const [search, change] = useSearchParams();
  const view = parseMapParameters(search);
  const source = useMemo(() => createPublicMapSource({ shareKey, twinId }), [shareKey, twinId]);
  return (
    <Box sx={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
      {view.hidebar ? (
        <Typography variant="h1" sx={visuallyHidden}>
          {twin.title}
        </Typography>
      ) : (
        <PublicHeader twin={twin} shareKey={shareKey} view="map" />
      )}
      <Box component="main" sx={{ flex: 1, minHeight: 0 }}>
        <TwinMap
          key={twinId}
          label={twin.title}
          source={source}
          view={view}
          onView={(changes) => void change(inAddress(changes))}
          detail={(id) => <PublicDetail place={{ shareKey, twinId: id }} />}
        />
      </Box>
    </Box>
  );
}

/** A shared twin and what lies below it on a map, as the parameters of the address want it. */
export function PublicMapPage() {
  const place = usePlace();
  return <PublicFrame place={place}>{(twin) => <Page twin={twin} place={place} />}</PublicFrame>;
}
