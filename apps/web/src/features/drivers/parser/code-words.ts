import type { CodeWord } from '../../../ui/code/code-words.ts';

const members = (of: string, labels: Record<string, string>): CodeWord[] =>
  Object.entries(labels).map(([label, detail]) => ({ label, detail, of, kind: 'property' }));

/** The methods of Buffer that payloads are read with, each with what it reads. */
const reads = ['UInt8', 'Int8', 'UInt16BE', 'UInt16LE', 'Int16BE', 'Int16LE', 'UInt32BE', 'UInt32LE', 'Int32BE'];
const readMethods = [...reads, 'Int32LE', 'FloatBE', 'FloatLE', 'DoubleBE', 'DoubleLE'].map(
  (type): CodeWord => ({ label: `read${type}`, insert: `read${type}(#{offset})`, kind: 'function', of: 'bytes' }),
);

/** What a parser sees, and pieces that nearly every one needs. */
export const parserWords: readonly CodeWord[] = [
  { label: 'payload', detail: 'hex | JSON' },
  { label: 'meta', detail: 'object' },
  { label: 'bytes', detail: 'Buffer | number[]' },
  { label: 'fPort', detail: 'number' },
  { label: 'input', detail: '{ bytes, fPort }' },
  ...members('input', { bytes: 'number[]', fPort: 'number', recvTime: 'Date' }),
  ...members('meta', {
    time: 'ISO 8601',
    identifier: 'string',
    connector: '{ id, type }',
    device: '{ id, title, tags, … }',
    lora: '{ fport, rssi, … }',
  }),
  ...members('meta.connector', { id: 'number', type: 'string' }),
  ...members('meta.device', {
    id: 'number',
    title: 'string',
    tags: 'string[]',
    keyValue: 'object',
    groups: 'string[]',
  }),
  ...members('meta.lora', {
    fport: 'number',
    fcnt: 'number',
    rssi: 'dBm',
    snr: 'dB',
    sf: 'number',
    freq: 'MHz',
    gateways: '{ gweui, rssi, lsnr, time }[]',
  }),
  ...readMethods,
  { label: 'length', of: 'bytes', kind: 'property', detail: 'number' },
  { label: 'Buffer', detail: "from(payload, 'hex')", kind: 'function', insert: "Buffer.from(#{payload}, 'hex')" },
  { label: 'console.log', kind: 'function', insert: 'console.log(#{value})' },
  { label: 'atob', kind: 'function', insert: 'atob(#{text})' },
  { label: 'btoa', kind: 'function', insert: 'btoa(#{text})' },
  {
    label: 'int16',
    detail: '(b[0] << 8) | b[1] ±',
    kind: 'text',
    insert: '((#{bytes}[#{0}] << 24) >> 16) | #{bytes}[#{1}]',
  },
  {
    label: 'switchPort',
    detail: 'switch (fPort)',
    kind: 'text',
    insert:
      'switch (#{fPort}) {\n\tcase #{1}:\n\t\treturn { #{} };\n\tdefault:\n\t\treturn { error: `unknown port` };\n}',
  },
  {
    label: 'sets',
    detail: '[{ time, … }]',
    kind: 'text',
    insert: 'return [{ time: #{meta.time}, #{name}: #{value} }];',
  },
  {
    label: 'error',
    detail: "return { error: '…' }",
    kind: 'text',
    insert: "return { error: '#{unknown message}' };",
  },
];

/** What a check of the health sees. */
export const checkWords = (keys: readonly string[]): CodeWord[] => [
  { label: 'states', detail: 'object' },
  ...keys.map((label): CodeWord => ({ label, of: 'states', kind: 'property' })),
  {
    label: 'history',
    detail: '(key, minutes) → [{ value, at }]',
    kind: 'function',
    insert: "history('#{key}', #{60})",
  },
  { label: 'lastSeen', detail: 'Date | null' },
  { label: 'now', detail: 'Date' },
];
