import type { Mutator } from '@stellwerk/contract/connector';
import type { CodeWord } from '../../../ui/code/code-words.ts';

export type ScriptLanguage = Exclude<Mutator['language'], 'none' | 'mapping'>;

/** With what a script begins; both read the same message and give the same answer. */
export const samples: Record<ScriptLanguage, string> = {
  javascript: `return {
  id: body.deviceId,
  timestamp: body.time,
  payload: body.data,
};
`,
  jsonata: `{
  "id": body.deviceId,
  "timestamp": body.time,
  "payload": body.data
}
`,
};

/** A message that fits the samples. */
export const sampleBody = `{
  "deviceId": "sensor-17",
  "time": "2026-01-15T08:30:00Z",
  "data": { "temperature": 21.5 }
}
`;

/** The sample where nothing is written yet, or only the sample of the other language. */
export function withSample(script: string, language: ScriptLanguage): string {
  const isUntouched = script.trim() === '' || Object.values(samples).includes(script);
  return isUntouched ? samples[language] : script;
}

const message: CodeWord[] = [
  { label: 'body' },
  { label: 'headers' },
  { label: 'query' },
  { label: 'topic' },
  { label: 'id', kind: 'property' },
  { label: 'timestamp', kind: 'property' },
  { label: 'payload', kind: 'property' },
  { label: 'meta', kind: 'property' },
];

/** What the editors offer. */
export const scriptWords: Record<ScriptLanguage, readonly CodeWord[]> = {
  javascript: [
    ...message,
    { label: 'return', kind: 'keyword' },
    { label: 'console' },
    { label: 'log', of: 'console', kind: 'function' },
    { label: 'JSON' },
    { label: 'parse', of: 'JSON', kind: 'function' },
    { label: 'stringify', of: 'JSON', kind: 'function' },
    { label: 'Buffer' },
    { label: 'from', of: 'Buffer', kind: 'function' },
  ],
  jsonata: [
    ...message,
    ...['$map', '$filter', '$number', '$string', '$split', '$toMillis', '$fromMillis', '$now'].map(
      (label): CodeWord => ({ label, kind: 'function' }),
    ),
  ],
};
