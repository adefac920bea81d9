import { Box, Typography } from '@mui/material';
import { type State, stateLayouts, valueTypes, visualisation as visualisationSchema } from '@stellwerk/contract/state';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { loadTileHistory } from '../history.queries.ts';
import { StateTile } from '../tiles/StateTile.tsx';
import { statusAt } from '../tiles/scale.ts';
import type { TileHistory, TileState } from '../tiles/tile-types.ts';
import { useTileContent } from '../tiles/use-tile-content.tsx';
import { visuals } from '../tiles/visuals.ts';
import { numberOf } from '../values/value-view.ts';
import { initialValues } from './editor-values.ts';
import { sampleValue } from './sample-value.ts';
import type { Computed } from './use-computed.ts';

const noHistory: TileHistory = { points: [], binMs: null };
const [noLayout] = stateLayouts;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export interface PreviewTileProps {
  twinId: number;
  state: State | undefined;
  computed: Computed;
}

/** The tile as it will look, with the value that there is, else with a sample. */
export function PreviewTile({ twinId, state, computed }: PreviewTileProps) {
  const { t } = useTranslation('states');
  const contentOf = useTileContent(twinId);
  const values: Record<string, unknown> = useWatch();
  const parsed = visualisationSchema.safeParse(values.visualisation);
  // While a field is half filled the tile stays as it was.
  const [valid, setValid] = useState(state?.visualisation ?? initialValues.visualisation);
  if (parsed.success && JSON.stringify(parsed.data) !== JSON.stringify(valid)) setValid(parsed.data);
  const valueType = valueTypes.find((each) => each === values.valueType) ?? 'number';
  const real = computed.data?.value ?? state?.value ?? null;
  const isSample = real === null;
  const value = isSample ? sampleValue(valueType, valid) : real;
  const number = valueType === 'number' ? numberOf(value) : null;
  const drawn: TileState = {
    stateId: state?.id ?? 0,
    key: state?.key ?? textOf(values.key),
    title: textOf(values.title) || t('preview.untitled'),
    unit: textOf(values.unit),
    icon: textOf(values.icon),
    valueType,
    layout: stateLayouts.find((each) => each === values.layout) ?? noLayout,
    visualisation: valid,
    validSeconds: null,
    value,
    timestamp: isSample ? null : (computed.data?.timestamp ?? state?.timestamp ?? null),
    receivedAt: null,
    origin: null,
    status: number === null ? 'unknown' : statusAt(number, valid),
  };
  const content = contentOf(valid.component);
  const isDrawn = visuals[valid.component] !== null && drawn.layout !== 'hidden';
  return (
    <Box component="section" aria-label={t('preview.title')}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('preview.title')}
      </Typography>
      {isDrawn ? (
        <StateTile
          state={drawn}
          content={content}
          loadHistory={(range) => (state ? loadTileHistory(state.id, range) : Promise.resolve(noHistory))}
        />
      ) : (
        <Typography color="textSecondary">{t('preview.hidden')}</Typography>
      )}
      {isDrawn && isSample && content === undefined && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
          {t('preview.sample')}
        </Typography>
      )}
    </Box>
  );
}
