export { EvaluatedTree, type EvaluatedTreeProps } from './evaluation/EvaluatedTree.tsx';
export { type MetricState, RunMetrics, type RunMetricsProps } from './evaluation/RunMetrics.tsx';
export { CommandList } from './history/CommandResults.tsx';
export { RuleResultChip } from './history/RuleResultChip.tsx';
export { useTriggerText } from './history/use-trigger-text.ts';
export { rulePath } from './paths.ts';
