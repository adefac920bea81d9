export { failureOf } from './evaluate.ts';
export { judgeEveryFiveMinutes } from './health.job.ts';
export { createHealth, type Health, type HealthDeps, type Trial } from './health.service.ts';
export type { HealthOutcome, JudgeOptions } from './judge.ts';
export type { HealthCandidate, HealthDevicesPort, HealthSubject } from './ports.ts';
export { deviceProblems } from './problem.table.ts';
export { problemsToWire, shownProblems } from './problem-wire.ts';
