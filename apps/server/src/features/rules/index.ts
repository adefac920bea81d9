export type { RuleEngine } from './engine/index.ts';
export { ruleCommands, ruleExecutions } from './execution.table.ts';
export type { PastAlarms } from './past-alarms.service.ts';
export { withoutHidden } from './readable-values.ts';
export { ruleGuards } from './rule.policy.ts';
export { ruleBudgets, ruleRevisions, ruleStates, ruleStatus, rules, ruleWakeups } from './rule.table.ts';
export { createRules, type Rules, type RulesOptions } from './rules.service.ts';
export { countRuleTies } from './ties.store.ts';
export { countRules, stateUses } from './uses.store.ts';
