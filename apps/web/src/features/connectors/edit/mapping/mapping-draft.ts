import { type FieldMapping, type FieldRef, fieldRef, mappingLimits } from '@stellwerk/contract/field-mapping';

export type Path = FieldRef['path'];

/** A mapping while its fields are being chosen. */
export type MappingDraft = Omit<FieldMapping, 'id' | 'payload'> & Partial<Pick<FieldMapping, 'id' | 'payload'>>;

export const emptyDraft: MappingDraft = { items: null, only: null, port: null, time: null, meta: [] };

/** What a clicked field can be used for. */
export const fieldUses = ['id', 'payload', 'port', 'time', 'meta', 'items', 'only', 'onlyValue'] as const;
export type FieldUse = (typeof fieldUses)[number];

/** A clicked field of the sample with its value. */
export interface PickedField {
  from: Exclude<FieldRef['from'], 'item'>;
  path: Path;
  value: unknown;
}

/** The path as it is written in JavaScript: `rxInfo[0].rssi`. */
export function shownPath({ from, path }: FieldRef): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  const root = from === 'body' || from === 'item' ? '' : from;
  return `${root}${steps}`.replace(/^\./, '') || 'body';
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Fields with names that are too long, or that could reach into JavaScript's own objects, can't be read. */
export const isReadable = (path: Path): boolean => path.length > 0 && fieldRef.shape.path.safeParse(path).success;

export const isMetaFull = ({ meta }: Pick<MappingDraft, 'meta'>): boolean => meta.length >= mappingLimits.meta;

function usesForValue({ from, value }: PickedField): FieldUse[] {
  if (Array.isArray(value)) return from === 'body' ? ['payload', 'meta', 'items', 'only'] : ['payload', 'meta'];
  if (!isScalar(value)) return ['payload', 'meta', 'only'];
  const isShort = String(value).length <= mappingLimits.equals;
  return ['id', 'payload', 'port', 'time', 'meta', 'only', ...(isShort ? (['onlyValue'] as const) : [])];
}

/** The uses that make sense for a value, and that the mapping has room for. */
export const usesFor = (picked: PickedField, draft: Pick<MappingDraft, 'meta'>): FieldUse[] =>
  usesForValue(picked).filter((use) => use !== 'meta' || !isMetaFull(draft));

const euiText = /^([0-9a-f]{2}[-:]?){7}[0-9a-f]{2}$/i;
const hexText = /^(0x)?([0-9a-f]{2})+$/i;
const base64Text = /^([A-Za-z0-9+/]{4})+$|^([A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2,3}={1,2}$/;

const idFormat = (value: unknown) => (euiText.test(String(value)) ? 'eui' : 'text');

function payloadFormat(value: unknown) {
  if (typeof value !== 'string') return 'json';
  if (hexText.test(value)) return 'hex';
  return base64Text.test(value) ? 'base64' : 'json';
}

/** Seconds have ten digits for the next centuries, milliseconds thirteen, nanoseconds nineteen. */
function timeFormat(value: unknown) {
  const number = Number(value);
  if (!Number.isFinite(number)) return 'iso';
  if (number < 1e11) return 's';
  return number < 1e14 ? 'ms' : 'ns';
}

const startsWith = (path: Path, start: Path) => start.every((step, index) => path[index] === step);

/** Below the list of measurements, a field is that of each entry. */
function refOf({ from, path }: Pick<PickedField, 'from' | 'path'>, items: Path | null): FieldRef {
  const isInItem =
    from === 'body' && items !== null && startsWith(path, items) && typeof path[items.length] === 'number';
  return isInItem && items ? { from: 'item', path: path.slice(items.length + 1) } : { from, path: [...path] };
}

/** A name that no other field has, from the last name of the path. */
function metaName(path: Path, taken: readonly { name: string }[]): string {
  const last = path.findLast((step) => typeof step === 'string') ?? 'value';
  const name =
    String(last)
      .replace(/\W+/g, '_')
      .replace(/^[^A-Za-z]+/, '')
      // Leaves room for the number.
      .slice(0, mappingLimits.metaName - 2) || 'value';
  const isTaken = (wanted: string) => taken.some((each) => each.name === wanted);
  for (let number = 2, wanted = name; ; number += 1) {
    if (!isTaken(wanted)) return wanted;
    wanted = `${name}${number}`;
  }
}

type Refs = Pick<MappingDraft, 'id' | 'payload' | 'port' | 'time' | 'meta' | 'only'>;

/** Changes the reference of each field; those for which there is none any more are left out. */
function eachRef(draft: MappingDraft, change: (ref: FieldRef) => FieldRef | null): Refs {
  const changed = <R extends FieldRef>(field: R | null | undefined) => {
    const ref = field && change(field);
    return field && ref ? { ...field, ...ref } : null;
  };
  const [id, payload] = [changed(draft.id), changed(draft.payload)];
  return {
    ...(id ? { id } : {}),
    ...(payload ? { payload } : {}),
    port: changed(draft.port),
    time: changed(draft.time),
    only: changed(draft.only),
    meta: draft.meta.flatMap((field) => changed(field) ?? []),
  };
}

/** Fields that were chosen in one entry of the list become those of every entry. */
export const withItems = (draft: MappingDraft, items: Path): MappingDraft => ({
  items: [...items],
  ...eachRef(draft, (ref) => (ref.from === 'body' ? refOf({ from: 'body', path: ref.path }, items) : ref)),
});

export const withoutItems = (draft: MappingDraft): MappingDraft => ({
  items: null,
  ...eachRef(draft, (ref) => (ref.from === 'item' ? null : ref)),
});

/** The draft with a field for one use, in the format that its value suggests. */
export function assign(draft: MappingDraft, use: FieldUse, picked: PickedField): MappingDraft {
  const { path, value } = picked;
  if (use === 'items') return withItems(draft, path);
  const ref = refOf(picked, draft.items);
  switch (use) {
    case 'id':
      return { ...draft, id: { ...ref, format: idFormat(value) } };
    case 'payload':
      return { ...draft, payload: { ...ref, format: payloadFormat(value) } };
    case 'time':
      return { ...draft, time: { ...ref, format: timeFormat(value) } };
    case 'port':
      return { ...draft, port: ref };
    case 'only':
      return { ...draft, only: { ...ref, equals: null } };
    case 'onlyValue':
      return { ...draft, only: { ...ref, equals: String(value) } };
    default:
      return {
        ...draft,
        meta: [...draft.meta, { ...ref, name: metaName(path, draft.meta), format: 'value' }],
      };
  }
}

/** The uses that a field of the sample has, to mark it. */
export function usesOf(draft: MappingDraft, picked: Pick<PickedField, 'from' | 'path'>): FieldUse[] {
  const { from, path } = refOf(picked, draft.items);
  const isSame = (ref: FieldRef | null | undefined) =>
    ref?.from === from && ref.path.length === path.length && startsWith(ref.path, path);
  const isItems =
    picked.from === 'body' && draft.items?.length === picked.path.length && startsWith(draft.items, picked.path);
  return [
    ...(['id', 'payload', 'port', 'time', 'only'] as const).filter((use) => isSame(draft[use])),
    ...(draft.meta.some(isSame) ? (['meta'] as const) : []),
    ...(isItems ? (['items'] as const) : []),
  ];
}
