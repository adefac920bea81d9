import type { Parser, ParserField, ParserType } from './parser-types.ts';

export const newField = (name = ''): ParserField => ({
  name,
  bits: 8,
  type: 'uint',
  endian: 'big',
  factor: 1,
  offset: 0,
  unit: '',
});

export const templateNames = ['commonJs', 'decodeUplink', 'decode'] as const;
export type TemplateName = (typeof templateNames)[number];

/** The three forms of a script that are understood, each as a small parser that works. */
export const templates: Record<TemplateName, string> = {
  commonJs: `// payload: hex string or JSON, as the connector delivers it
// meta: time, identifier, connector, device, for LoRaWAN also meta.lora.fport
module.exports = function (payload, meta) {
  const bytes = Buffer.from(payload, 'hex');
  return {
    temperature: bytes.readInt16BE(0) / 10,
    humidity: bytes.readUInt8(2),
  };
};
`,
  decodeUplink: `// LoRaWAN payload codec API: input.bytes, input.fPort, input.recvTime
function decodeUplink(input) {
  const { bytes } = input;
  if (bytes.length < 3) return { errors: ['too short'] };
  const raw = (bytes[0] << 8) | bytes[1];
  return {
    data: {
      temperature: (raw > 0x7fff ? raw - 0x10000 : raw) / 10,
      humidity: bytes[2],
    },
  };
}
`,
  decode: `// Classic codec: port and bytes in, variables out
function Decode(fPort, bytes) {
  const raw = (bytes[0] << 8) | bytes[1];
  return {
    temperature: (raw > 0x7fff ? raw - 0x10000 : raw) / 10,
    humidity: bytes[2],
  };
}
`,
};

const elixirStart = `def parse(payload, _meta) do
  <<temperature::signed-16, humidity::8, _rest::binary>> = payload
  %{temperature: temperature / 10, humidity: humidity}
end
`;

/** What a parser of a type begins with. */
export function emptyParser(type: ParserType): Parser {
  switch (type) {
    case 'none':
      return { type };
    case 'javascript':
      return { type, script: templates.commonJs };
    case 'single':
      return { type, fields: [newField('value')] };
    case 'multi':
      return { type, cases: [{ match: {}, fields: [newField('value')] }] };
    case 'elixir':
      return { type, script: elixirStart };
    case 'url':
      return { type, url: '' };
  }
}
