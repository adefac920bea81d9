import { useEffect, useMemo } from 'react';
import { useOpenedPage } from '../../lib/opened-page.ts';
import { storage } from '../../lib/storage.ts';
import { useRemembered } from '../../ui/use-remembered.ts';
import { type RecentObject, readRecent, typeOfPath, withRecent } from './recent.ts';

/** Each user of a browser has their own. */
const nameFor = (userId: number | undefined) => `recent.${userId ?? 0}`;

export function useRecent(userId: number | undefined): RecentObject[] {
  const [text] = useRemembered(nameFor(userId));
  return useMemo(() => readRecent(text), [text]);
}

/** Notes the objects whose pages are shown, however somebody came there. */
export function useRecorder(userId: number | undefined, screenTitle: string | undefined): void {
  const page = useOpenedPage();
  useEffect(() => {
    const type = page && typeOfPath(page.path);
    // While an object is loading, or is not there at all, its page has the title of the screen.
    if (!page || !type || userId === undefined || page.title === screenTitle) return;
    const name = nameFor(userId);
    const { path, title } = page;
    const objects = withRecent(readRecent(storage.readText(name)), { type, path, title });
    storage.writeText(name, JSON.stringify(objects));
  }, [page, userId, screenTitle]);
}
