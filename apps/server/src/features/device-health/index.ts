export { deviceProblems } from './problem.table.ts';
