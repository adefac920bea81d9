export { failureOf } from './evaluate.ts';
export { type JudgeDevices, judgeDevices, judgeEveryFiveMinutes } from './health.job.ts';
export { createHealth, type Health, type HealthDeps, type Trial } from './health.service.ts';
export { type HealthOutcome, type JudgeOptions, revisionOf } from './judge.ts';
export { type HealthCandidate, type HealthDevicesPort, type HealthSubject, healthPort } from './ports.ts';
export { deviceProblems } from './problem.table.ts';
export { problemsToWire, sayProblem, shownProblems } from './problem-mapper.ts';
