export { findUsableConnector, lockConnector } from './connector.store.ts';
export { connectorLogs, connectorStatus, connectors } from './connector.table.ts';
export { connectorLogView, connectorView, scopedConnectors } from './connector.view.ts';
export { createConnectorChecks } from './connector-checks.service.ts';
export {
  type Connectors,
  type ConnectorsOptions,
  createConnectors,
  type SendableConnector,
} from './create-connectors.ts';
export { deliveryFailureOf } from './delivery-failure.ts';
export { renderReason } from './failure-reason.ts';
export { choosableConnectors } from './guard.store.ts';
export type { ConnectorKinds } from './kinds.ts';
export {
  type Accept,
  type Acceptance,
  acceptPort,
  type ConnectorIdentifiersPort,
  type ConnectorPacketsPort,
  type ConnectorSettings,
  type ConnectorUsesPort,
  connectorDevicesPort,
  connectorIdentifiersPort,
  connectorPacketsPort,
  connectorRulesPort,
  connectorSettingsPort,
  connectorsPort,
  type Traffic,
} from './ports.ts';
export { secretOwner } from './settings.service.ts';
