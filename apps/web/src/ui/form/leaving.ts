export interface Whereabouts {
  pathname: string;
  search: unknown;
}

const tabOf = ({ search }: Whereabouts): unknown =>
  typeof search === 'object' && search !== null ? Reflect.get(search, 'tab') : undefined;

/** Whether a step takes the form off the screen. A list beside it may page and filter: that changes the address only. */
export function isLeaving(current: Whereabouts, next: Whereabouts): boolean {
  return current.pathname !== next.pathname || tabOf(current) !== tabOf(next);
}
