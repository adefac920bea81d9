import type { JsonValue } from '@stellwerk/plugin/connector-server';

export interface ForwardedFile {
  fileName: string;
  content: Buffer;
}

/**
 * The command of a connector with the file in its texts. The configuration is parsed before it is filled, so the content
 * of a file can't change its structure.
 */
export function fillCommand(config: string, { fileName, content }: ForwardedFile): JsonValue {
  const texts: Record<string, () => string> = {
    fileName: () => fileName,
    csv: () => content.toString('utf8'),
    base64: () => content.toString('base64'),
  };
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string')
      return value.replace(/\{\{(fileName|csv|base64)\}\}/g, (_, name) => texts[name]?.() ?? '');
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  const parsed: JsonValue = JSON.parse(config);
  return fill(parsed);
}
