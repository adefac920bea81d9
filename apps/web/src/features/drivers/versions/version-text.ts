import type { Content } from '../draft/content.ts';
import type { Parser, ParserField } from '../parser/parser-types.ts';

export const versionParts = ['parser', 'variables', 'health', 'downlinks', 'notes'] as const;
export type VersionPart = (typeof versionParts)[number];

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function fieldLine({ name, bits, type, endian, factor, offset, unit }: ParserField): string {
  const order = endian === 'little' ? ' little' : '';
  const scale = `${factor === 1 ? '' : ` × ${factor}`}${offset === 0 ? '' : ` + ${offset}`}`;
  return `${name}: ${type} ${bits} bit${order}${scale}${unit ? ` ${unit}` : ''}`;
}

function parserLines(parser: Parser): string[] {
  switch (parser.type) {
    case 'javascript':
    case 'elixir':
      return [`[${parser.type}]`, ...linesOf(parser.script)];
    case 'single':
      return ['[single]', ...parser.fields.map(fieldLine)];
    case 'multi':
      return [
        '[multi]',
        ...parser.cases.flatMap(({ match, fields }) => [
          `case ${JSON.stringify(match)}`,
          ...fields.map((field) => `  ${fieldLine(field)}`),
        ]),
      ];
    case 'url':
      return ['[url]', parser.url];
    case 'none':
      return ['[none]'];
  }
}

/** A version as lines that a person can compare: one for each thing, the way it is thought of. */
export function versionText(content: Content): Record<VersionPart, string[]> {
  return {
    parser: parserLines(content.parser),
    variables: content.variables.map(({ name, title, valueType, unit, expression }) =>
      [`${name}: ${valueType}`, unit, title && `“${title}”`, expression && `= ${expression}`].filter(Boolean).join(' '),
    ),
    health: content.health.flatMap(({ identifier, category, severity, stateKeys, durationMinutes, message, check }) => [
      `${identifier}: ${category}, ${severity}, ${durationMinutes} min, [${stateKeys.join(', ')}] “${message}”`,
      ...linesOf(check).map((line) => `  ${line}`),
    ]),
    downlinks: content.downlinks.map(({ name, port, payload, encoding, confirmed, gatewayIds }) =>
      [`${name}: port ${port}, ${encoding} ${payload}`, confirmed && 'confirmed', gatewayIds.join(', ')]
        .filter(Boolean)
        .join(', '),
    ),
    notes: linesOf(content.notes),
  };
}
