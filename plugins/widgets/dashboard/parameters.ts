import { maxParameterLength } from '@stellwerk/contract/widget';
import { fillText } from '@stellwerk/plugin/placeholder';
import { widgetLookup } from '@stellwerk/plugin/widget-texts';

/** Parameters of the inner dashboard, filled with values of the outer one; for equal names the last one. */
export function filledParameters(
  named: readonly { name: string; value: string }[],
  parameters: ReadonlyMap<string, string>,
): Map<string, string> {
  const lookup = widgetLookup({ parameters });
  return new Map(named.map(({ name, value }) => [name, fillText(value, lookup).slice(0, maxParameterLength)]));
}
