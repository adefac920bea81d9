import { useEffect, useMemo } from 'react';
import { useCurrentPage } from '../../lib/current-page.ts';
import { storage } from '../../lib/storage.ts';
import { useStoredText } from '../../ui/use-stored-text.ts';
import { type RecentObject, readRecent, typeOfPath, withRecent } from './recent.ts';

/** Each user of a browser has their own list. */
const nameFor = (userId: number | undefined) => `recent.${userId ?? 0}`;

export function useRecent(userId: number | undefined): RecentObject[] {
  const [text] = useStoredText(nameFor(userId));
  return useMemo(() => readRecent(text), [text]);
}

/** Records the objects whose pages are shown, however the user got there. */
export function useRecorder(userId: number | undefined, screenTitle: string | undefined): void {
  const page = useCurrentPage();
  useEffect(() => {
    const type = page && typeOfPath(page.path);
    // While an object is loading, or if it does not exist, its page has the title of the screen.
    if (!page || !type || userId === undefined || page.title === screenTitle) return;
    const name = nameFor(userId);
    const { path, title } = page;
    const objects = withRecent(readRecent(storage.readText(name)), { type, path, title });
    storage.writeText(name, JSON.stringify(objects));
  }, [page, userId, screenTitle]);
}
