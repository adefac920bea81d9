import { allOf, anyOf, type PermissionRule } from './core/permission.ts';

/** `public` requires nothing, `login` a session; otherwise the permissions that the caller must hold in some scope. */
export type ScreenRule = 'public' | 'login' | PermissionRule;

export interface Screen {
  /** `{name}` marks a parameter, as in the specification. */
  readonly path: string;
  readonly rule: ScreenRule;
  /** Without toolbar and drawer. */
  readonly hasLayout?: false;
  readonly isFullHeight?: true;
  readonly redirect?: string;
}

const deviceDrivers = anyOf('DeviceDriver.read', 'DeviceDriver.manage');
const virtualDevices = anyOf('VirtualDevice.read', 'VirtualDevice.manage');
const deviceTemplates = anyOf('DeviceTemplate.read', 'DeviceTemplate.manage');
const accounts = anyOf('UserManagement.create', 'UserManagement.read');
const gateways = anyOf('IotHub.read', 'all.read');
const newTickets = anyOf('IsFmTicket.create', 'IsFmTicket.manage');

/** Every screen of the specification, in its order. Guards, drawer and the list of missing screens read it. */
const list = [
  { path: '/', rule: 'public', hasLayout: false },
  { path: '/login', rule: 'public', hasLayout: false },
  { path: '/error', rule: 'public', hasLayout: false },
  { path: '/reset-password', rule: 'public', hasLayout: false },
  { path: '/change-password', rule: 'public', hasLayout: false },
  { path: '/oauth', rule: 'public', hasLayout: false },
  { path: '/public/{key}/tiles/{id}', rule: 'public', hasLayout: false },
  { path: '/public/{key}/map/{twinId}', rule: 'public', hasLayout: false, isFullHeight: true },
  { path: '/home', rule: 'login' },
  { path: '/user-profile', rule: 'login' },
  { path: '/help', rule: 'login' },
  { path: '/api', rule: 'login' },
  { path: '/scheduled-exports', rule: 'login' },
  {
    path: '/digitaltwin-state-overview',
    rule: anyOf(allOf('DigitalTwinStates.read', 'DigitalTwin.list'), 'DigitalTwin.read'),
  },
  { path: '/digitaltwin-mgmt', rule: 'DigitalTwin.read' },
  { path: '/digitaltwin-mgmt/list', rule: 'DigitalTwin.read' },
  { path: '/digitaltwin-mgmt/{id}', rule: 'DigitalTwin.read' },
  { path: '/digitaltwin-mgmt/map/twin/{twinId}', rule: 'DigitalTwin.read' },
  { path: '/digitaltwin/rules-monitor', rule: 'DigitalTwin.read' },
  { path: '/dashboards', rule: 'Dashboards.read' },
  { path: '/dashboards/{id}', rule: 'Dashboards.read' },
  { path: '/virtual-device-drivers', rule: deviceDrivers },
  { path: '/virtual-device-drivers/{id}', rule: deviceDrivers },
  { path: '/virtual-devices', rule: virtualDevices },
  { path: '/virtual-devices/map', rule: virtualDevices },
  { path: '/virtual-devices/{id}', rule: virtualDevices },
  { path: '/virtual-device-groups/map', rule: virtualDevices },
  { path: '/virtual-device-groups', rule: 'VirtualDeviceGroup.read' },
  { path: '/virtual-device-groups/{id}', rule: 'VirtualDeviceGroup.read' },
  { path: '/simulator', rule: virtualDevices },
  { path: '/device-templates', rule: deviceTemplates },
  { path: '/device-templates/{id}', rule: deviceTemplates },
  { path: '/account-mgmt', rule: accounts },
  { path: '/account-mgmt/{tenantId}', rule: accounts },
  { path: '/account-mgmt/user/{tenantId}/', rule: 'UserManagement.create' },
  { path: '/account-mgmt/user-bulk-create/{tenantId}/', rule: 'UserManagement.create' },
  { path: '/account-mgmt/user/{tenantId}/{id}', rule: 'UserManagement.manage' },
  { path: '/account-mgmt-roles', rule: 'all.manage' },
  { path: '/system-logs', rule: 'all.manage' },
  { path: '/system-settings', rule: 'all.manage' },
  { path: '/account-mgmt-announcements', rule: 'all.manage' },
  { path: '/account-mgmt-modules', rule: 'all.manage' },
  { path: '/connectors/list', rule: 'all.manage' },
  { path: '/connectors/create', rule: 'all.manage' },
  { path: '/connectors/edit/{account}/{id}', rule: 'all.manage' },
  { path: '/connectors/consumers/list', rule: 'all.manage' },
  { path: '/connectors/consumers/filters', rule: 'all.manage' },
  { path: '/connectors/consumers/transformers', rule: 'all.manage' },
  { path: '/connectors/consumers/transformers/create', rule: 'all.manage' },
  { path: '/connectors/consumers/transformers/{id}', rule: 'all.manage' },
  { path: '/niota-classic/service-builders', rule: 'all.manage' },
  { path: '/drawer-links', rule: 'super.system.manage' },
  { path: '/superadmin-terminal', rule: 'super.system.manage' },
  { path: '/background-jobs', rule: anyOf('DigitalTwin.read', 'IotHub.read', 'VirtualDevice.read') },
  { path: '/niota-classic/applications', rule: 'IotHub.read' },
  { path: '/niota-classic/applications/{applicationId}/details', rule: 'IotHub.read' },
  { path: '/niota-classic/originators', rule: 'IotHub.read' },
  { path: '/niota-classic/devices', rule: 'IotHub.read' },
  { path: '/niota-classic/devices/{deviceId}/details', rule: 'IotHub.read' },
  { path: '/niota-classic/device-monitoring', rule: 'IotHub.read' },
  { path: '/niota-classic/device-types', rule: anyOf('IotHub.read', 'VirtualDevice.read') },
  { path: '/niota-classic/device-types/{deviceTypeId}/details', rule: 'IotHub.read' },
  { path: '/niota-classic/data-sources', rule: 'IotHub.read' },
  { path: '/niota-classic/consumers', rule: 'IotHub.read' },
  { path: '/niota-classic/consumers/{id}', rule: 'IotHub.read' },
  { path: '/niota-classic/devices/csv/upload', rule: 'IotHub.manage' },
  { path: '/niota-classic/gw-mgmt', rule: gateways },
  { path: '/niota-classic/gw-mgmt/{gatewayId}/details', rule: gateways },
  { path: '/niota-classic/gw-mgmt/map/{accountId}/gateways', rule: gateways },
  { path: '/is-warnapp-viewer', rule: anyOf('IsWarnapp.read', 'IsWarnapp.manage'), hasLayout: false },
  { path: '/is-warnapp-admin', rule: 'IsWarnapp.manage' },
  { path: '/alarm-logs', rule: 'VirtualDevice.read' },
  { path: '/alarm-log-reports', rule: 'VirtualDevice.manage' },
  { path: '/is-assetmgmt/assets', rule: 'IsAssetMgmt.read' },
  { path: '/is-assetmgmt/assets/{id}', rule: 'IsAssetMgmt.read' },
  { path: '/is-assetmgmt/zones', rule: 'IsAssetMgmt.read' },
  { path: '/is-assetmgmt/map', rule: 'IsAssetMgmt.read' },
  { path: '/fm-building-mgmt', rule: 'login', redirect: '/digitaltwin-state-overview' },
  { path: '/fm-access', rule: anyOf('IsFmAccess.write', 'IsFmAccess.manage') },
  { path: '/fm-access-mgmt', rule: 'IsFmAccess.manage' },
  { path: '/fm-ticketing-mgmt', rule: anyOf('IsFmTicket.read', 'IsFmTicket.manage') },
  { path: '/fm-add-ticket', rule: newTickets },
  { path: '/fm-ticket-success', rule: newTickets },
] as const satisfies readonly Screen[];

export type ScreenPath = (typeof list)[number]['path'];
export const screens: readonly (Screen & { readonly path: ScreenPath })[] = list;

export const screenAt = (path: string): Screen | undefined => screens.find((screen) => screen.path === path);
