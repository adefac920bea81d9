export interface PageLocation {
  pathname: string;
  search: unknown;
}

const parameterOf = ({ search }: PageLocation, name: string): unknown =>
  typeof search === 'object' && search !== null ? Reflect.get(search, name) : undefined;

/**
 * Whether a navigation removes the form from the screen: to another page or tab, or to the form of another kind. Paging
 * and filtering of a list change only search parameters. If changes are kept above the tabs, another tab keeps them as
 * well.
 */
export function isLeaving(current: PageLocation, next: PageLocation, { acrossTabs = false } = {}): boolean {
  const differs = (name: string) => parameterOf(current, name) !== parameterOf(next, name);
  return current.pathname !== next.pathname || differs('kind') || (!acrossTabs && differs('tab'));
}
