import { ChartNoAxesCombined } from 'lucide-react';
import { viewerZone } from '../../../../ui/time/zone-time.ts';
import { defineSource } from '../define-source.ts';
import { TimeseriesFields } from './TimeseriesFields.tsx';

export const source = defineSource({
  source: 'timeseries-aggregate',
  icon: ChartNoAxesCombined,
  order: 30,
  blank: {
    source: 'timeseries-aggregate',
    timeseries: {
      operation: 'avg',
      mode: 'duration',
      durationLength: 1,
      durationUnit: 'hour',
      fixedTimestamp: false,
      periodLength: 1,
      periodUnit: 'day',
      offset: 0,
      offsetUnit: 'day',
      zone: viewerZone(),
      firstWeekday: 1,
    },
  },
  Fields: TimeseriesFields,
  hasTransformer: true,
  hasPreview: true,
});
