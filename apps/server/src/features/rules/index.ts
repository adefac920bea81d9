export { ruleCommands, ruleExecutions } from './execution.table.ts';
export { ruleGuards } from './rule.policy.ts';
export { ruleBudgets, ruleRevisions, ruleStates, ruleStatus, rules, ruleWakeups } from './rule.table.ts';
