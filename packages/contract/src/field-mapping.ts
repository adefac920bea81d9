import { z } from 'zod';

export const mappingLimits = { depth: 12, name: 200, meta: 40, metaName: 100, equals: 200 } as const;

/** Names that could reach into JavaScript's own objects (prototype pollution). */
const forbiddenNames = ['__proto__', 'constructor', 'prototype'];

const name = z
  .string()
  .min(1)
  .max(mappingLimits.name)
  .refine((text) => !forbiddenNames.includes(text));

/** Names of fields and indexes of lists, from the outside in; empty for the whole value. */
const path = z.array(z.union([name, z.int().min(0).max(9_999)])).max(mappingLimits.depth);

/** `item` is one entry of the list at `items`; `topic` has one entry for each level. */
export const fieldSources = ['body', 'item', 'headers', 'query', 'topic'] as const;
export const fieldRef = z.object({ from: z.enum(fieldSources), path });
export type FieldRef = z.output<typeof fieldRef>;

/** `eui`: compared without case and separators, and stored as upper-case hexadecimal digits. */
export const idFormats = ['text', 'eui'] as const;
export const payloadFormats = ['json', 'hex', 'base64'] as const;
/** `s`, `ms` and `ns` count from 1970; numbers may be quoted. */
export const timeFormats = ['iso', 's', 'ms', 'ns'] as const;
/**
 * Forms of metadata that networks write differently: `hertz` becomes megahertz, `spreadingFactor` is read from the name of
 * a data rate (`SF9BW125`), and `gateways` becomes a list of `{ gweui, rssi, lsnr, time }`.
 */
export const valueFormats = ['value', 'number', 'hertz', 'spreadingFactor', 'gateways'] as const;

/** Dots nest: `lora.rssi` becomes `{ "lora": { "rssi": … } }`. */
const metaName = z
  .string()
  .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*){0,3}$/)
  .max(mappingLimits.metaName)
  .refine((text) => !text.split('.').some((part) => forbiddenNames.includes(part)));

const metaFields = z
  .array(fieldRef.extend({ name: metaName, format: z.enum(valueFormats) }))
  .max(mappingLimits.meta)
  .superRefine((fields, context) => {
    const names = fields.map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index)
        context.addIssue({ code: 'custom', path: [index, 'name'], params: { code: 'taken' } });
    }
  });

/** Describes where a foreign message has the parts of a message in the standard form. A list of messages is read one by one. */
export const fieldMapping = z.object({
  /** A list within the message with one measurement in each entry. */
  items: path.nullable().default(null),
  /** Other messages are ignored: those without this field, or with another text in it. */
  only: fieldRef
    .extend({ equals: z.string().max(mappingLimits.equals).nullable() })
    .nullable()
    .default(null),
  id: fieldRef.extend({ format: z.enum(idFormats) }),
  payload: fieldRef.extend({ format: z.enum(payloadFormats) }),
  /** LoRaWAN port; becomes `meta.lora.fport`. */
  port: fieldRef.nullable().default(null),
  /** Without it, or if a message lacks it, the time of arrival counts. */
  time: fieldRef
    .extend({ format: z.enum(timeFormats) })
    .nullable()
    .default(null),
  meta: metaFields.default([]),
});
export type FieldMapping = z.output<typeof fieldMapping>;
