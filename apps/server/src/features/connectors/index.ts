export { connectorTopics } from './connector.events.ts';
export { connectorGuards } from './connector.policy.ts';
export { countConnectors } from './connector.store.ts';
export { connectorLogs, connectorStatus, connectors } from './connector.table.ts';
export {
  type Connectors,
  type ConnectorsOptions,
  createConnectors,
  type SendableConnector,
} from './connectors.service.ts';
export { choosableConnectors } from './guard.store.ts';
export type { ConnectorKinds } from './kinds.ts';
export type { Accept, ConnectorPacketsPort, ConnectorUsesPort, Traffic } from './ports.ts';
export { secretOwner } from './settings.service.ts';
