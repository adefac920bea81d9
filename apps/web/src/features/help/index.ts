export { useGuides } from './guides.queries.ts';
export { guidePath } from './order.ts';
