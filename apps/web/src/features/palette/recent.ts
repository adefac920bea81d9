import { type SearchType, searchTypes } from '@stellwerk/contract/search';
import { z } from 'zod';

/** An opened object with the properties that the palette shows. */
const recentObject = z.object({
  type: z.enum(searchTypes),
  title: z.string().max(300),
  path: z.string().max(300),
});
export type RecentObject = z.output<typeof recentObject>;

const kept = 12;

/** The pages of objects: tabs belong to the object, pages below it do not. */
const pages: readonly [SearchType, RegExp][] = [
  ['twin', /^\/digitaltwin-mgmt\/\d+$/],
  ['device', /^\/virtual-devices\/\d+$/],
  ['dashboard', /^\/dashboards\/\d+$/],
  ['rule', /^\/digitaltwin-mgmt\/\d+\/rules\/\d+$/],
  ['connector', /^\/connectors\/edit\/\d+\/\d+$/],
  ['driver', /^\/virtual-device-drivers\/\d+$/],
  ['account', /^\/account-mgmt\/\d+$/],
  ['user', /^\/account-mgmt\/user\/\d+\/\d+$/],
];

export const typeOfPath = (path: string): SearchType | undefined => pages.find(([, page]) => page.test(path))?.[0];

/** The stored text may come from other code or an older version. */
export function readRecent(text: string | null): RecentObject[] {
  try {
    const read = z.array(recentObject).safeParse(JSON.parse(text ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** The newest first, each once. */
export const withRecent = (objects: readonly RecentObject[], opened: RecentObject): RecentObject[] =>
  [opened, ...objects.filter(({ path }) => path !== opened.path)].slice(0, kept);
