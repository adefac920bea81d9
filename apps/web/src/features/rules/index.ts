export { CommandList } from './history/CommandStates.tsx';
export { RuleResultChip } from './history/RuleResultChip.tsx';
export { useTriggerText } from './history/use-trigger-text.ts';
export { JudgedTree, type JudgedTreeProps } from './judged/JudgedTree.tsx';
export { type MetricState, RunMetrics, type RunMetricsProps } from './judged/RunMetrics.tsx';
export { RulesTab } from './list/RulesTab.tsx';
export { rulePath } from './paths.ts';
