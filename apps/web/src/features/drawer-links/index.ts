export { useOwnDrawerLinks } from './drawer-link.queries.ts';
export { linkIcons } from './link-icons.ts';
