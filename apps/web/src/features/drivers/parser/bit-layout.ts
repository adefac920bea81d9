import type { ParserCase, ParserField } from './parser-types.ts';

export interface PlacedField {
  /** Place in the list of fields. */
  index: number;
  name: string;
  type: ParserField['type'];
  /** First bit, counted from the left of the payload. */
  fromBit: number;
  /** Behind the last bit. */
  toBit: number;
  /** The payload ends before it does: it is not read, and nothing behind it. */
  isCut: boolean;
}

/** Which bits each field takes; fields follow each other without gaps. */
export function placeFields(fields: readonly ParserField[], payloadBits: number): PlacedField[] {
  let next = 0;
  return fields.map(({ name, type, bits }, index) => {
    const fromBit = next;
    next += Number.isInteger(bits) && bits > 0 ? bits : 0;
    return { index, name, type, fromBit, toBit: next, isCut: next > payloadBits };
  });
}

export interface ShownBit {
  value: 0 | 1;
  field: PlacedField | undefined;
}

export interface ShownByte {
  index: number;
  value: number;
  bits: ShownBit[];
  /** Fields that begin in this byte. */
  starts: PlacedField[];
}

/** The payload bit by bit with the field that each belongs to. */
export function layOutBytes(bytes: readonly number[], placed: readonly PlacedField[]): ShownByte[] {
  return bytes.map((value, index) => ({
    index,
    value,
    bits: Array.from({ length: 8 }, (_, bit): ShownBit => {
      const place = index * 8 + bit;
      return {
        value: (value >> (7 - bit)) & 1 ? 1 : 0,
        field: placed.find(({ fromBit, toBit }) => place >= fromBit && place < toBit),
      };
    }),
    starts: placed.filter(({ fromBit, toBit }) => toBit > fromBit && Math.floor(fromBit / 8) === index),
  }));
}

/** The first case that fits; undefined: none does. */
export function matchingCase(
  cases: readonly ParserCase[],
  bytes: readonly number[],
  port: number | undefined,
): number | undefined {
  const found = cases.findIndex(
    ({ match }) =>
      (match.port === undefined || match.port === port) &&
      (match.firstByte === undefined || match.firstByte === bytes[0]) &&
      (match.lengthBytes === undefined || match.lengthBytes === bytes.length),
  );
  return found < 0 ? undefined : found;
}
