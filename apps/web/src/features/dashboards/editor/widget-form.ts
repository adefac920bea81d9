import { type Widget, widgetFields } from '@stellwerk/contract/dashboard';
import type { WidgetField, WidgetTab, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { z } from 'zod';

type Options = Readonly<Record<string, unknown>>;

const commonFields = widgetFields.omit({ type: true, options: true });
const anyOptions = z.record(z.string(), z.json());

/** What the form holds. A kind that this program does not know is checked by the server alone. */
export const formSchema = (web: WidgetWeb | undefined) =>
  commonFields.extend({ options: web ? web.schema : anyOptions });

export type FormInput = z.input<typeof commonFields> & { options: Record<string, unknown> };

/** What everything but the options is called; the first tab shows these. */
export const generalNames = Object.keys(commonFields.shape);

/** A widget that nobody has set up yet. */
export const newValues = (web: WidgetWeb): FormInput => ({
  ...commonFields.parse({ size: web.start.size, minHeightPx: web.start.minHeightPx }),
  options: web.schema.parse({}),
});

/** A stored widget; options that came to the kind later have their defaults. */
export function valuesOf(widget: Widget, web: WidgetWeb | undefined): FormInput {
  const known = web?.schema.safeParse(widget.options);
  const options = known?.success ? known.data : { ...web?.schema.parse({}), ...widget.options };
  return { ...commonFields.parse(widget), options };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Options as they are checked and sent: whole ones, or nothing. */
export function wholeOptions(web: WidgetWeb | undefined, options: unknown): Widget['options'] | undefined {
  const parsed = (web?.schema ?? anyOptions).safeParse(options);
  // Everything that options can hold comes from JSON and goes there; what was left empty is absent.
  return parsed.success ? JSON.parse(JSON.stringify(parsed.data)) : undefined;
}

/** Whether something is wrong in this part of the errors, at whatever depth. */
function hasComplaint(errors: unknown): boolean {
  if (!isObject(errors)) return false;
  if ('type' in errors && typeof errors.type === 'string') return true;
  return Object.entries(errors).some(([name, inner]) => name !== 'ref' && hasComplaint(inner));
}

/** Whether the value at a path of the form, or something inside of it, is complained about. */
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
  /** Paths in the form of everything that it shows. */
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
 * The tabs that matter for what is entered so far, and the fields in them. What something is wrong in is shown in any
 * case: nobody could mend it otherwise.
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

/** The path of the first option with this input, such as the filter for twins. */
export const pathOfInput = (web: WidgetWeb | undefined, input: WidgetField['input']): string | undefined =>
  web?.tabs.flatMap(({ fields }) => fields).find((field) => field.input === input)?.name;

/** The path of the option that says how wide the intervals of the history are. */
export const pathOfInterval = (web: WidgetWeb | undefined): string | undefined =>
  web?.tabs.flatMap(({ fields }) => fields).find(({ name }) => name.split('.').at(-1) === 'interval')?.name;

/** `options.gauge.thresholds.0.value` is called `gauge.thresholds.value` in the texts of the kind. */
export const textPathOf = (path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.')
    .replace(/^options\./, '');
