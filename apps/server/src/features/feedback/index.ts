export { feedbacks } from './feedback.table.ts';
