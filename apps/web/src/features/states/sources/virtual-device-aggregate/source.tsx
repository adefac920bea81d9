import { Router } from 'lucide-react';
import { AggregateFields } from '../aggregate/AggregateFields.tsx';
import { defineSource, type SourceFieldsProps } from '../define-source.ts';

const DeviceAggregateFields = (props: SourceFieldsProps) => <AggregateFields {...props} category="virtualDevice" />;

export const source = defineSource({
  source: 'virtual-device-aggregate',
  icon: Router,
  order: 25,
  blank: { source: 'virtual-device-aggregate', stateIds: [] },
  Fields: DeviceAggregateFields,
  hasTransformer: true,
  hasPreview: true,
});
