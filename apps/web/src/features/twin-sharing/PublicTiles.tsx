import { readPublicHistory } from '@stellwerk/contract/twin-sharing';
import type { VisualisationRange } from '@stellwerk/contract/visualisation-range';
import { useTranslation } from 'react-i18next';
import { callUnauthenticated } from '../../lib/api.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StateTile, TileGrid } from '../states/index.ts';
import { type Place, type PublicTwin, paramsOf } from './public-twin.queries.ts';

const loadHistory = async (place: Place, query: { key: string; timeRange: VisualisationRange }) =>
  (await callUnauthenticated(readPublicHistory, { params: paramsOf(place), query })).data;

/** The values of a shared twin. */
export function PublicTiles({ twin, place }: { twin: PublicTwin; place: Place }) {
  const { t } = useTranslation('twin-sharing');
  const { latitude, longitude } = twin;
  const position = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  if (twin.states.length === 0 && twin.children.length === 0) {
    return <EmptyState title={t('public.emptyTitle')} description={t('public.emptyText')} />;
  }
  return (
    <TileGrid>
      {twin.states.map((state) => (
        <StateTile
          key={state.stateId}
          state={state}
          position={position}
          loadHistory={(timeRange) => loadHistory(place, { key: state.key, timeRange })}
        />
      ))}
    </TileGrid>
  );
}
