import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { previewReparse, startReparse } from '@stellwerk/contract/packet';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ResolvedRange } from '../../../ui/time/time-range.ts';

export type ReparsePreview = RouteAnswer<typeof previewReparse>['data'];

/** A thousand packets run through the driver for a preview. */
const timeoutMs = 60_000;

export interface ReparseSpan extends ResolvedRange {
  deviceIds: number[];
}

const bodyOf = ({ deviceIds, fromMs, toMs }: ReparseSpan) => ({
  deviceIds,
  startDate: new Date(fromMs).toISOString(),
  endDate: new Date(toMs).toISOString(),
});

export const useReparsePreview = () =>
  useMutation({
    mutationFn: async (span: ReparseSpan) => (await call(previewReparse, { body: bodyOf(span) }, { timeoutMs })).data,
  });

export const useReparse = () =>
  useMutation({
    mutationFn: async (span: ReparseSpan) =>
      (await call(startReparse, { body: bodyOf(span) }, { timeoutMs })).data.job.id,
  });
