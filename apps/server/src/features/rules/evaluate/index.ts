export { placementIn, type Zone } from './area.ts';
export { type Decision, deadlineOf, decide, noPhase, type Phase } from './decide.ts';
export { createEvaluator, type Evaluator } from './evaluator.ts';
export { isOpen } from './execution-window.ts';
export { type Places, stepGeofences, type TimedPosition, type Wakeup, wakeGeofence } from './geofence.ts';
export type { MetricPoints } from './metric.ts';
export type { ReplayResult } from './replay/result.ts';
export { createReplay, type Replay, type ReplayOptions } from './replay.ts';
export {
  type CompiledMetric,
  type CompiledRule,
  compileRule,
  type MetricNeed,
  needOf,
  type RuleRecord,
} from './rule.ts';
export type { Evaluation, Run, RunProblem } from './run.ts';
export { lastTime, nextTime, timesBetween } from './time-trigger.ts';
export { toScript } from './to-script.ts';
