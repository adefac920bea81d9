import { maxParameterLength } from '@stellwerk/contract/widget';
import { fillText } from '@stellwerk/plugin/placeholder';
import { widgetLookup } from '@stellwerk/plugin/widget-texts';

/** What the dashboard inside gets, with the values of the one around it; of a name that stands twice the last one. */
export function filledParameters(
  named: readonly { name: string; value: string }[],
  parameters: ReadonlyMap<string, string>,
): Map<string, string> {
  const lookup = widgetLookup({ parameters });
  return new Map(named.map(({ name, value }) => [name, fillText(value, lookup).slice(0, maxParameterLength)]));
}
