import type { CommandWeb } from '@stellwerk/plugin/command-web';

const found = import.meta.glob<CommandWeb>('../../../../../../plugins/commands/*/web.tsx', {
  eager: true,
  import: 'web',
});

/** `…/plugins/commands/mail/web.tsx` is the web half of `mail`. */
const typeOf = (file: string) => file.split('/').at(-2) ?? '';

/** By type. A kind of the server without a web half is shown by the server's description. */
export const commandWebs: ReadonlyMap<string, CommandWeb> = new Map(
  Object.entries(found).map(([file, web]) => [typeOf(file), web]),
);

/** Namespace of a kind's texts. */
export const namespaceOf = (type: string) => `command-${type}`;

/** In display order; kinds without a web half are last. */
export function sortedKinds<Kind extends { type: string }>(kinds: readonly Kind[]): Kind[] {
  const place = ({ type }: Kind) => commandWebs.get(type)?.order ?? Number.MAX_SAFE_INTEGER;
  return kinds.toSorted((left, right) => place(left) - place(right) || left.type.localeCompare(right.type));
}
