import type { JsonValue } from './json.ts';
import type { Lookup } from './placeholder.ts';

/** Values for the placeholders of a widget; placeholders of absent fields become empty. */
export interface WidgetTextSource {
  twin?: { id: number | null; title: string } | undefined;
  state?: { key: string; title: string } | undefined;
  value?: JsonValue | undefined;
  parameters?: ReadonlyMap<string, string> | undefined;
}

const parameterPrefix = 'param.';

/** `twin.id`, `twin.title`, `state.key`, `state.title`, `value` and `param.<name>`, for `fillText` and its siblings. */
export function widgetLookup({ twin, state, value, parameters }: WidgetTextSource): Lookup {
  const known = new Map<string, JsonValue | undefined>([
    ['twin.id', twin?.id],
    ['twin.title', twin?.title],
    ['state.key', state?.key],
    ['state.title', state?.title],
    ['value', value],
  ]);
  return (name) =>
    name.startsWith(parameterPrefix) ? parameters?.get(name.slice(parameterPrefix.length)) : known.get(name);
}
