export { connectorGuards } from './connector.policy.ts';
export { connectorLogs, connectorStatus, connectors } from './connector.table.ts';
