import { type Widget, widgetFields } from '@stellwerk/contract/dashboard';
import type { WidgetField, WidgetTab, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { z } from 'zod';

type Options = Readonly<Record<string, unknown>>;

const commonFields = widgetFields.omit({ type: true, options: true });
const anyOptions = z.record(z.string(), z.json());

/** Schema of the form. For a kind without a web half only the server validates the options. */
export const formSchema = (web: WidgetWeb | undefined) =>
  commonFields.extend({ options: web ? web.schema : anyOptions });

export type FormInput = z.input<typeof commonFields> & { options: Record<string, unknown> };

/** Names of the fields besides the options; the first tab shows them. */
export const generalNames = Object.keys(commonFields.shape);

/** A new widget with default options. */
export const newValues = (web: WidgetWeb): FormInput => ({
  ...commonFields.parse({ size: web.start.size, minHeightPx: web.start.minHeightPx }),
  options: web.schema.parse({}),
});

/** A stored widget; options that the kind has got since have their defaults. */
export function valuesOf(widget: Widget, web: WidgetWeb | undefined): FormInput {
  const known = web?.schema.safeParse(widget.options);
  const options = known?.success ? known.data : { ...web?.schema.parse({}), ...widget.options };
  return { ...commonFields.parse(widget), options };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Validated options for saving, or undefined if they are incomplete. */
export function wholeOptions(web: WidgetWeb | undefined, options: unknown): Widget['options'] | undefined {
  const parsed = (web?.schema ?? anyOptions).safeParse(options);
  // Options are JSON; empty fields are absent.
  return parsed.success ? JSON.parse(JSON.stringify(parsed.data)) : undefined;
}

/** Whether a part of the form's errors contains an error, at any depth. */
function hasComplaint(errors: unknown): boolean {
  if (!isObject(errors)) return false;
  if ('type' in errors && typeof errors.type === 'string') return true;
  return Object.entries(errors).some(([name, inner]) => name !== 'ref' && hasComplaint(inner));
}

/** Whether the value at a path of the form, or a nested one, has an error. */
export function hasErrorAt(errors: unknown, path: string): boolean {
  const found = path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined),
      errors,
    );
  return hasComplaint(found);
}

export interface ShownTab {
  id: string;
  /** Paths of all its fields in the form. */
  paths: readonly string[];
  fields: readonly WidgetField[];
  hasErrors: boolean;
}

/** Options that no tab of the kind shows; they must not get lost. */
const leftOut = (tabs: readonly WidgetTab[], names: readonly string[]): WidgetField[] => {
  const shown = tabs.flatMap(({ fields }) => fields.map(({ name }) => name.split('.')[0]));
  return names.filter((name) => !shown.includes(name)).map((name) => ({ name }));
};

/**
 * The visible tabs and their fields for the current values. Fields with an error are always visible, because they must
 * be corrected.
 */
export function tabsOf(web: WidgetWeb | undefined, options: Options, errors: unknown): ShownTab[] {
  const isWrong = (name: string) => hasErrorAt(errors, `options.${name}`);
  const others = web ? leftOut(web.tabs, Object.keys(web.schema.shape)) : [];
  const ofKind = [...(web?.tabs ?? []), ...(others.length > 0 ? [{ id: 'others', fields: others }] : [])];
  const tabs = ofKind.flatMap(({ id, fields, when }: WidgetTab): ShownTab[] => {
    const shown = fields.filter((field) => isWrong(field.name) || (field.when?.(options) ?? true));
    const hasErrors = shown.some(({ name }) => isWrong(name));
    if (!hasErrors && (shown.length === 0 || when?.(options) === false)) return [];
    return [{ id, fields: shown, paths: shown.map(({ name }) => `options.${name}`), hasErrors }];
  });
  const general = web ? generalNames : [...generalNames, 'options'];
  const hasErrors = general.some((name) => hasErrorAt(errors, name));
  return [{ id: 'general', fields: [], paths: general, hasErrors }, ...tabs];
}

/** The path of the first option with this input, such as the twin filter. */
export const pathOfInput = (web: WidgetWeb | undefined, input: WidgetField['input']): string | undefined =>
  web?.tabs.flatMap(({ fields }) => fields).find((field) => field.input === input)?.name;

/** The path of the option for the interval of the history. */
export const pathOfInterval = (web: WidgetWeb | undefined): string | undefined =>
  web?.tabs.flatMap(({ fields }) => fields).find(({ name }) => name.split('.').at(-1) === 'interval')?.name;

/** The text key of `options.gauge.thresholds.0.value` is `gauge.thresholds.value`. */
export const textPathOf = (path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.')
    .replace(/^options\./, '');
