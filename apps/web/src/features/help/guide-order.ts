/** The guides in reading order; each is a file of `docs/guides/<language>`. */
export const guideGroups = [
  { name: 'begin', guides: ['first-device', 'simulator-and-demo'] },
  { name: 'daily', guides: ['twins-and-states', 'dashboards', 'rules-and-alarms', 'exports', 'users-and-roles'] },
  {
    name: 'integration',
    guides: ['devices-and-connectors', 'integration-flows', 'bulk-and-jobs', 'mqtt', 'write-a-parser', 'api'],
  },
  { name: 'operation', guides: ['operating', 'sign-in-services'] },
] as const;
export type GuideGroup = (typeof guideGroups)[number]['name'];

export const guideNames: readonly string[] = guideGroups.flatMap(({ guides }) => guides);

/** The address of a guide inside the app, or of one of its headings. */
export const guidePath = (name: string, anchor = '') =>
  `/help?guide=${name}${anchor && `#${encodeURIComponent(anchor)}`}`;
