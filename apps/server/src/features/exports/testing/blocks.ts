import type { JsonValue } from '../../../platform/history/history.ts';
import type { FormatInput } from '../formats/format.ts';
import type { Block } from '../rows/block.ts';
import type { ExportedSeries } from '../rows/series.store.ts';
import { plainDefinition } from './nouns.ts';

export const start = Date.UTC(2025, 9, 26);
export const stepMs = 1_800_000;

export const seriesOf = (more: Partial<ExportedSeries> = {}): ExportedSeries => ({
  stateId: 1,
  key: 'flow',
  title: 'Durchfluss',
  unit: 'm³/h',
  valueType: 'number',
  position: 0,
  twinId: 7,
  twinTitle: 'Kessel',
  category: 'digitalTwin',
  externalId: null,
  ...more,
});

export const blockOf = (values: ArrayLike<JsonValue>, series = seriesOf()): Block => ({
  series,
  at: Float64Array.from({ length: values.length }, (_, index) => start + index * stepMs),
  values,
});

export function inputOf(blocks: readonly Block[], more: Partial<FormatInput> = {}): FormatInput {
  return {
    name: 'Kessel',
    blocks: (async function* () {
      yield* blocks;
    })(),
    layout: plainDefinition.layout,
    span: { from: start, to: start + 86_400_000 },
    createdAt: new Date(start),
    cutNote: () => undefined,
    ...more,
  };
}

export async function bytesOf(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece as string));
  return Buffer.concat(all);
}
