import { sourceConfig } from '@stellwerk/contract/state-source';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { usePreview } from '../state.queries.ts';
import { useSourceForm } from './SourceSection.tsx';

/** What the state in the form would give now, for kinds that are computed. */
export function useComputed(twinId: number) {
  const source = useSourceForm();
  const config: unknown = useWatch({ name: 'config' });
  const script: unknown = useWatch({ name: 'transformer' });
  const transformer = useDebouncedValue(typeof script === 'string' ? script : '');
  const text = useDebouncedValue(JSON.stringify(config));
  const parsed = useMemo(() => sourceConfig.safeParse(JSON.parse(text ?? 'null')).data, [text]);
  const hasPreview = source?.hasPreview === true && parsed?.source === source.source;
  return usePreview({ twinId, config: hasPreview ? parsed : undefined, transformer });
}
export type Computed = ReturnType<typeof useComputed>;
