import { sourceConfig } from '@stellwerk/contract/state-source';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { usePreview } from '../state.queries.ts';
import { useSourceForm } from './SourceSection.tsx';

/** Nobody wants an answer to half a word. */
const restMs = 500;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** What the state in the form would give now, for kinds that are computed. */
export function useComputed(twinId: number) {
  const source = useSourceForm();
  const config: unknown = useWatch({ name: 'config' });
  const script: unknown = useWatch({ name: 'transformer' });
  const transformer = useRested(typeof script === 'string' ? script : '');
  const text = useRested(JSON.stringify(config));
  const parsed = useMemo(() => sourceConfig.safeParse(JSON.parse(text ?? 'null')).data, [text]);
  const hasPreview = source?.hasPreview === true && parsed?.source === source.source;
  return usePreview({ twinId, config: hasPreview ? parsed : undefined, transformer });
}
export type Computed = ReturnType<typeof useComputed>;
