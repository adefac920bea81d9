import type { State } from '@stellwerk/contract/state';
import type { WidgetAttribute } from '@stellwerk/contract/widget';

/** Further values are on the page of the twin. */
const mostValues = 6;

export const keyMatches = (key: string) => {
  const name = key.toLowerCase();
  return (each: { key: string }) => each.key.toLowerCase() === name;
};

type ListedState = Pick<State, 'key' | 'title' | 'value' | 'layout' | 'visualisation'>;

const isShown = ({ value, layout, visualisation }: ListedState) =>
  value !== null && layout !== 'hidden' && visualisation.component !== 'hidden';

export interface PopupLines {
  lines: WidgetAttribute[];
  /** Number of omitted values. */
  more: number;
}

/** The lines of a popup: the configured attributes, then the other values. */
export function popupLines(
  { attributes, showValues }: { attributes: readonly WidgetAttribute[]; showValues: boolean },
  states: readonly ListedState[],
): PopupLines {
  const chosen = attributes.filter(({ field }) => field === 'state');
  const others = showValues
    ? states.filter((state) => isShown(state) && !chosen.some(({ key }) => keyMatches(key)(state)))
    : [];
  const values = others
    .slice(0, mostValues)
    .map(({ key, title }): WidgetAttribute => ({ field: 'state', key, label: title, width: 1 }));
  return { lines: [...attributes, ...values], more: others.length - values.length };
}
