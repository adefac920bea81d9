export { guidePath } from './guide-order.ts';
export { useGuides } from './guides.queries.ts';
