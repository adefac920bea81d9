import type { RouteCall } from '@stellwerk/contract/core/route';
import type { importCodec } from '@stellwerk/contract/driver-workbench';
import { bytesOfPastedBase64, bytesOfPastedHex } from './packet-text.ts';

export type CodecExample = NonNullable<RouteCall<typeof importCodec>['body']['examples']>[number];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types = ['uplink', 'downlink-decode', 'downlink-encode'] as const;

/** Payloads of examples are arrays, hex or base64, each maker as it likes. */
function bytesIn(input: Record<string, unknown>): number[] | undefined {
  const { bytes, base64 } = input;
  if (Array.isArray(bytes)) return bytes.map(Number);
  if (typeof base64 === 'string') {
    const read = bytesOfPastedBase64(base64);
    return Array.isArray(read) ? read : undefined;
  }
  if (typeof bytes !== 'string') return undefined;
  const read = bytesOfPastedHex(bytes);
  return Array.isArray(read) ? read : undefined;
}

function exampleOf(value: unknown): CodecExample | undefined {
  if (!isObject(value) || !isObject(value.input)) return undefined;
  const output = value.output ?? value.expected;
  if (output === undefined) return undefined;
  const type = types.find((known) => known === value.type) ?? (value.type === undefined ? 'uplink' : undefined);
  const bytes = bytesIn(value.input);
  // Uplinks are what becomes a test; without bytes there would be nothing to run.
  if (type === undefined || (type === 'uplink' && bytes === undefined)) return undefined;
  const { base64: _, ...input } = value.input;
  const description = [value.description, value.name].find((text) => typeof text === 'string') ?? '';
  return {
    type,
    description: String(description).slice(0, 500),
    // Both were read from JSON, so they are JSON.
    input: { ...input, ...(bytes ? { bytes } : {}) } as CodecExample['input'],
    output: output as CodecExample['output'],
  };
}

export type ExamplesReading = { examples: CodecExample[]; skipped: number } | { problem: 'json' | 'form' };

/** Examples as they stand beside codecs: a list, or a list under `examples` or `tests`. */
export function readExamples(text: string): ExamplesReading {
  if (text.trim() === '') return { examples: [], skipped: 0 };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'json' };
  }
  const list = isObject(value) ? (value.examples ?? value.tests) : value;
  if (!Array.isArray(list)) return { problem: 'form' };
  const examples = list.map(exampleOf).filter((example) => example !== undefined);
  return { examples, skipped: list.length - examples.length };
}
