export interface Whereabouts {
  pathname: string;
  search: unknown;
}

const parameterOf = ({ search }: Whereabouts, name: string): unknown =>
  typeof search === 'object' && search !== null ? Reflect.get(search, name) : undefined;

/**
 * Whether a step takes the form off the screen: to another page or tab, or to the form of another kind of thing. A list
 * beside it may page and filter: that changes the address only.
 * Where changes are kept above the tabs, another tab does not lose them either.
 */
export function isLeaving(current: Whereabouts, next: Whereabouts, { acrossTabs = false } = {}): boolean {
  const differs = (name: string) => parameterOf(current, name) !== parameterOf(next, name);
  return current.pathname !== next.pathname || differs('kind') || (!acrossTabs && differs('tab'));
}
