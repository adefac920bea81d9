import { Box, Typography } from '@mui/material';
import type { State } from '@stellwerk/contract/state';
import type { Twin } from '@stellwerk/contract/twin';
import type { WidgetAttribute } from '@stellwerk/contract/widget';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Tags } from '../../../ui/status/Tags.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useLiveValues, useTwinStates, ValueText } from '../../states/index.ts';
import { TwinIcon, useTwin } from '../../twins/index.ts';
import { useEnclosingView } from '../view/view-context.ts';
import { keyMatches, popupLines } from './popup-lines.ts';

interface Told {
  twin: Twin;
  states: readonly State[];
  parameters: ReadonlyMap<string, string> | undefined;
}

function StateFact({ state }: { state: State | undefined }) {
  if (!state) return '—';
  const { value, unit, visualisation, timestamp } = state;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
      <ValueText value={value} unit={unit} decimals={visualisation.decimals} timestamp={timestamp} />
      <Box component="span" sx={{ typography: 'caption' }}>
        <Age at={timestamp} />
      </Box>
    </Box>
  );
}

const facts: Record<WidgetAttribute['field'], (told: Told, key: string) => ReactNode> = {
  id: ({ twin }) => twin.id,
  title: ({ twin }) => twin.title,
  description: ({ twin }) => twin.description,
  tenantName: ({ twin }) => twin.tenantName,
  icon: ({ twin }) => <TwinIcon twin={twin} />,
  tags: ({ twin }) => (twin.tags.length > 0 ? <Tags tags={twin.tags} /> : ''),
  address: ({ twin }) => twin.address,
  status: ({ twin }) => <StatusChip status={twin.status} />,
  state: ({ states }, key) => <StateFact state={states.find(keyMatches(key))} />,
  keyValue: ({ twin }, key) => twin.keyValue.find(keyMatches(key))?.value,
  customParameter: ({ parameters }, key) => parameters?.get(key),
};

const labelOf = ({ field, key, label }: WidgetAttribute, states: readonly State[]) =>
  label || (field === 'state' ? states.find(keyMatches(key))?.title : undefined) || key;

function LiveValues({ twinId }: { twinId: number }) {
  useLiveValues(twinId);
  return null;
}

interface MapPopupFactsProps {
  twinId: number;
  attributes: readonly WidgetAttribute[];
  showValues: boolean;
}

/** Loads when it is opened: the map contains ten thousand twins with only the data for their markers. */
export function MapPopupFacts({ twinId, attributes, showValues }: MapPopupFactsProps) {
  const { t } = useTranslation('dashboards');
  const twin = useTwin(twinId);
  const states = useTwinStates(twinId);
  const parameters = useEnclosingView()?.dataQuery.parameters;
  if (twin.error && !twin.data) return <ErrorState compact error={twin.error} onRetry={() => void twin.refetch()} />;
  // Users without permission for values still see the rest.
  if (!twin.data || states.isPending) return <Skeletons shape="lines" count={Math.max(2, attributes.length)} />;
  const told = { twin: twin.data, states: states.data ?? [], parameters };
  const { lines, more } = popupLines({ attributes, showValues }, told.states);
  return (
    <>
      <LiveValues twinId={twinId} />
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(5rem, 2fr) 3fr', columnGap: 2, rowGap: 0.75, m: 0 }}
      >
        {withUniqueKeys(lines, (attribute) => JSON.stringify(attribute)).map(({ key, item }) => {
          const fact = facts[item.field](told, item.key);
          // A twin without an address or description has no such line.
          if (!fact) return null;
          return (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {labelOf(item, told.states)}
              </Box>
              <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                {fact}
              </Box>
            </Box>
          );
        })}
      </Box>
      {more > 0 && (
        <Typography variant="caption" color="textSecondary">
          {t('picture.map.moreValues', { count: more })}
        </Typography>
      )}
    </>
  );
}
