export {
  type ExecutionOfAlarm,
  findCommandsDuring,
  findExecutionOfAlarm,
  findOtherExecutions,
} from './alarm-execution.store.ts';
export { createRules, type Rules, type RulesOptions } from './create-rules.ts';
export type { RuleEngine } from './engine/index.ts';
export { ruleCommands, ruleExecutions } from './execution.table.ts';
export type { PastAlarms } from './past-alarms.service.ts';
export { type RuleLock, ruleLocks, ruleSchedulerPort, rulesPort } from './ports.ts';
export { withoutHidden } from './readable-values.ts';
export {
  ruleBudgets,
  ruleRevisions,
  ruleStates,
  ruleStatus,
  rules,
  ruleWakeups,
  sharedRuleGaps,
  sharedRules,
} from './rule.table.ts';
export { ruleView, scopedRules } from './rule.view.ts';
export { findNamedStates } from './rule-names.store.ts';
export type { RulePlacements } from './rule-placement.service.ts';
