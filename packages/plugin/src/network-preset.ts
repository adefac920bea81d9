import type { FieldMapping } from '@stellwerk/contract/field-mapping';
import type { JsonValue } from './json.ts';

/** A field mapping for the messages of one network, with a message as the network documents it. */
export interface NetworkPreset {
  id: string;
  /** A name of its own, equal in all languages. */
  title: string;
  sample: JsonValue;
  mapping: FieldMapping;
}

type Field = FieldMapping['id']['path'];

/** A field of the body. */
export const bodyField = (...path: Field) => ({ from: 'body' as const, path });

/** A field of the body that is stored as metadata. */
export const metaField = (name: string, format: FieldMapping['meta'][number]['format'], ...path: Field) => ({
  ...bodyField(...path),
  name,
  format,
});
