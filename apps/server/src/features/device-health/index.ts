export { type EvaluationOptions, type HealthOutcome, revisionOf } from './device-evaluation.ts';
export { failureOf } from './evaluate.ts';
export { type EvaluateDevices, evaluateDevices, evaluateEveryFiveMinutes } from './health.job.ts';
export { createHealth, type Health, type HealthDeps, type Trial } from './health.service.ts';
export { type HealthCandidate, type HealthDevicesPort, type HealthSubject, healthPort } from './ports.ts';
export { deviceProblems } from './problem.table.ts';
export { problemsToWire, sayProblem, shownProblems } from './problem-mapper.ts';
