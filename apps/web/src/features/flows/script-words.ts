import type { CodeWord } from '../../ui/code/code-words.ts';

/** The metadata of events after state handling; the other triggers have some of them. */
export const metaNames = [
  'timestamp',
  'state_id',
  'state_identifier',
  'state_type',
  'unit',
  'dtwin_id',
  'dtwin_title',
  'twin_category',
  'twin_tags',
  'twin_ancestor_ids',
  'twin_key_value',
  'vdevice_groups',
  'device_driver_id',
  'operational_status',
  'geolocation',
  'account_id',
  'config_id',
  'config_type',
  'source_type',
  'source_identifier',
  'parser_variable',
] as const;

const event: CodeWord[] = [
  { label: 'meta' },
  { label: 'value' },
  ...metaNames.map((label): CodeWord => ({ label, of: 'meta', kind: 'property' })),
];

/** What the editors offer. */
export const scriptWords: Record<'javascript' | 'jsonata', readonly CodeWord[]> = {
  javascript: [
    ...event,
    { label: 'data' },
    { label: 'return', kind: 'keyword' },
    { label: 'JSON' },
    { label: 'stringify', of: 'JSON', kind: 'function' },
    { label: 'parse', of: 'JSON', kind: 'function' },
    { label: 'console' },
    { label: 'log', of: 'console', kind: 'function' },
  ],
  jsonata: [
    ...event,
    ...['$string', '$number', '$round', '$exists', '$contains', '$join', '$map', '$filter', '$toMillis', '$now'].map(
      (label): CodeWord => ({ label, kind: 'function' }),
    ),
  ],
};

export const filterSamples = {
  javascript: "return meta.unit === '°C' && value > 25;\n",
  jsonata: 'meta.unit = "°C" and value > 25\n',
};

export const transformerSamples = {
  javascript: `return {
  device: meta.dtwin_title,
  [meta.state_identifier]: value,
  time: meta.timestamp,
};
`,
  jsonata: `{
  "device": meta.dtwin_title,
  "key": meta.state_identifier,
  "value": value,
  "time": meta.timestamp
}
`,
};

/** The sample where nothing is written yet, or only the sample of the other language. */
export function withSample(
  script: string,
  language: 'javascript' | 'jsonata',
  samples: Readonly<Record<'javascript' | 'jsonata', string>>,
): string {
  const isUntouched = script.trim() === '' || Object.values(samples).includes(script);
  return isUntouched ? samples[language] : script;
}
