/** Guides by the beginning of a page's path, the more specific ones first. */
const guides: readonly (readonly [path: string, guide: string])[] = [
  ['/digitaltwin/rules', 'rules-and-alarms'],
  ['/alarm-log', 'rules-and-alarms'],
  ['/digitaltwin', 'twins-and-states'],
  ['/home', 'twins-and-states'],
  ['/dashboards', 'dashboards'],
  ['/scheduled-exports', 'exports'],
  ['/virtual-device-drivers', 'write-a-parser'],
  ['/virtual-device', 'devices-and-connectors'],
  ['/device-templates', 'devices-and-connectors'],
  ['/connectors', 'devices-and-connectors'],
  ['/background-jobs', 'bulk-and-jobs'],
  ['/simulator', 'simulator-and-demo'],
  ['/account-mgmt', 'users-and-roles'],
  ['/user-profile', 'users-and-roles'],
  ['/api', 'api'],
  ['/system-', 'operating'],
  ['/superadmin-terminal', 'operating'],
  ['/drawer-links', 'operating'],
];

/** The guide that explains a page; undefined for pages without one. */
export const guideFor = (path: string): string | undefined => guides.find(([start]) => path.startsWith(start))?.[1];
