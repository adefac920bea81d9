import type { SearchResult, SearchType } from '@stellwerk/contract/search';
import type { Session } from '@stellwerk/contract/session';
import { BookOpen, CircleQuestionMark, FileCode2, List, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentPage } from '../../lib/current-page.ts';
import { guidePath, useGuides } from '../help/index.ts';
import { matching } from './match.ts';
import { type PaletteGroup, type PaletteItem, typeIcons } from './palette-item.ts';
import { useActions } from './use-actions.ts';
import { useRecent } from './use-recent.ts';
import { useSynonyms } from './use-synonyms.ts';

/** A page of the drawer that the user may open. */
export interface PaletteScreen {
  path: string;
  title: string;
  /** Its group in the drawer. */
  group: string;
  icon: LucideIcon;
}

const shown = { recent: 6, screens: 6, guides: 4 };

/** Lists with a search in their address, for continuing a search there. */
const lists = new Map<SearchType, string>([
  ['twin', '/digitaltwin-mgmt/list'],
  ['device', '/virtual-devices'],
  ['dashboard', '/dashboards'],
  ['state', '/digitaltwin-state-overview'],
  ['connector', '/connectors/list'],
  ['driver', '/virtual-device-drivers'],
]);

function useScreenItems(screens: readonly PaletteScreen[]): PaletteItem[] {
  const { t } = useTranslation('palette');
  const synonymsOf = useSynonyms();
  const api = { path: '/api', title: t('app:screens./api'), group: t('developers'), icon: FileCode2 };
  const help = { path: '/help', title: t('app:screens./help'), group: t('guides'), icon: CircleQuestionMark };
  return [...screens, help, api].map(({ path, title, group, icon }) => ({
    key: path,
    title,
    subtitle: group,
    icon,
    synonyms: synonymsOf(path),
    does: { path },
  }));
}

/** The guides by title; they load with the first search. */
function useGuideItems(text: string): PaletteItem[] {
  const { t } = useTranslation('palette');
  const { data = [] } = useGuides({ isWanted: text !== '' });
  const items = data.map(
    ({ name, title }): PaletteItem => ({
      key: `guide-${name}`,
      title,
      subtitle: t('guide'),
      icon: BookOpen,
      does: { path: guidePath(name) },
    }),
  );
  return text === '' ? [] : matching(items, text).slice(0, shown.guides);
}

function useFoundGroups(text: string, found: SearchResult | undefined): PaletteGroup[] {
  const { t } = useTranslation('palette');
  return (found?.groups ?? []).map(({ type, hits, hasMore }): PaletteGroup => {
    const list = lists.get(type);
    const more: PaletteItem[] =
      hasMore && list
        ? [
            {
              key: `more-${type}`,
              title: t('more', { what: t(`types.${type}`) }),
              icon: List,
              does: { path: `${list}?q=${encodeURIComponent(text)}` },
            },
          ]
        : [];
    const items = hits.map(
      ({ id, title, subtitle, status, path }): PaletteItem => ({
        key: `${type}-${id}`,
        title,
        subtitle,
        status,
        icon: typeIcons[type],
        does: { path },
      }),
    );
    return { key: type, label: t(`types.${type}`), items: [...items, ...more] };
  });
}

interface GroupsOptions {
  text: string;
  screens: readonly PaletteScreen[];
  session: Session;
  found: SearchResult | undefined;
}

/** Local results are first and do not move when the server's results arrive below. */
export function useGroups({ text, screens, session, found }: GroupsOptions): PaletteGroup[] {
  const { t } = useTranslation('palette');
  const here = useCurrentPage()?.path;
  const recent = useRecent(session.user?.id)
    .filter(({ path }) => path !== here)
    .map(
      ({ type, title, path }): PaletteItem => ({
        key: `recent-${path}`,
        title,
        subtitle: t(`type.${type}`),
        icon: typeIcons[type],
        does: { path },
      }),
    );
  const places = useScreenItems(screens);
  const actions = useActions(session);
  const guides = useGuideItems(text.trim());
  const hits = useFoundGroups(text, found);
  const isEmpty = text.trim() === '';
  const screenItems = isEmpty ? places : matching(places, text).slice(0, shown.screens);
  const own: PaletteGroup[] = [
    { key: 'recent', label: t('groups.recent'), items: matching(recent, text).slice(0, shown.recent) },
    ...(isEmpty ? [{ key: 'actions', label: t('groups.actions'), items: actions }] : []),
    { key: 'screens', label: t('groups.screens'), items: screenItems },
    ...(isEmpty ? [] : [{ key: 'actions', label: t('groups.actions'), items: matching(actions, text) }]),
  ];
  // Below the objects: a search for a device rarely means the guide about devices.
  const read: PaletteGroup = { key: 'guides', label: t('guides'), items: guides };
  return [...own, ...(isEmpty ? [] : hits), read].filter(({ items }) => items.length > 0);
}
