import { type PageLinks, pageLinks } from '@stellwerk/contract/account';

type AccountData = Readonly<Record<string, unknown>>;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

export function feedbackOf(data: AccountData): string {
  const bug = fieldOf(data.feedback, 'bug');
  return typeof bug === 'string' ? bug : '';
}

/** Stored data of earlier versions has no links. */
export function linksOf(data: AccountData): PageLinks {
  const linkOf = (name: keyof PageLinks) => pageLinks.shape[name].safeParse(fieldOf(data.links, name)).data ?? '';
  return { imprint: linkOf('imprint'), aboutUs: linkOf('aboutUs'), dataProtection: linkOf('dataProtection') };
}

/** The first value that is set, for each value by itself; the nearest account comes first. */
export function nearestLinks(line: readonly AccountData[]) {
  const links = line.map(linksOf);
  const first = (values: readonly string[]) => values.find((value) => value !== '') ?? '';
  return {
    imprint: first(links.map(({ imprint }) => imprint)),
    aboutUs: first(links.map(({ aboutUs }) => aboutUs)),
    dataProtection: first(links.map(({ dataProtection }) => dataProtection)),
    contact: first(line.map(feedbackOf)),
  };
}
