import type { WidgetSeries } from '@stellwerk/contract/widget';
import { fillLine } from '@stellwerk/plugin/placeholder';
import { widgetLookup } from '@stellwerk/plugin/widget-texts';

/** Names of lines by the template; blank names are replaced by the differences between the lines. */
function filledLabels(series: readonly WidgetSeries[], template: string, parameters: ReadonlyMap<string, string>) {
  return series.map(({ dtwinId, dtwinTitle, stateKey, stateTitle, points }) => {
    const lookup = widgetLookup({
      twin: { id: dtwinId, title: dtwinTitle },
      state: { key: stateKey, title: stateTitle },
      value: points.at(-1)?.[1],
      parameters,
    });
    return fillLine(template, lookup) || `${dtwinTitle} · ${stateTitle}`;
  });
}

export interface SeriesLabels {
  labels: string[];
  /** Whether equal names were numbered. */
  isNumbered: boolean;
}

export function seriesLabels(
  series: readonly WidgetSeries[],
  template: string,
  parameters: ReadonlyMap<string, string>,
): SeriesLabels {
  const plain = filledLabels(series, template, parameters);
  const taken = new Set<string>();
  const labels = plain.map((label) => {
    let name = label;
    for (let count = 2; taken.has(name); count += 1) name = `${label} (${count})`;
    taken.add(name);
    return name;
  });
  return { labels, isNumbered: new Set(plain).size < plain.length };
}
