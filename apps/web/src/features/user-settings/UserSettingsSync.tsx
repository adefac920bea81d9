import { useColorScheme } from '@mui/material';
import type { UserSettings } from '@stellwerk/contract/user-settings';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call, type RouteAddress } from '../../lib/api.ts';
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { fromTexts, textsOf } from './setting-texts.ts';

type Routes = typeof import('@stellwerk/contract/user-settings');
/** The shell loads no schemas, so the routes are named by their addresses. */
const readAddress: RouteAddress<Routes['readUserSettings']> = { method: 'GET', path: '/api/v1/user/own/settings' };
const writeAddress: RouteAddress<Routes['updateUserSettings']> = { method: 'PUT', path: '/api/v1/user/own/settings' };

const settleMs = 800;

const readTexts = () => textsOf((name) => storage.readText(name));

type Texts = Record<string, string>;
const syncedName = 'settings.synced';

/** The texts that the server had when this browser last heard from it, so that later choices are not overwritten. */
function readSynced(userId: number): Texts | undefined {
  try {
    const found: { userId: number; texts: Texts } | null = JSON.parse(storage.readText(syncedName) ?? 'null');
    return found?.userId === userId ? found.texts : undefined;
  } catch {
    return undefined;
  }
}

const changedSince = (before: Texts): Texts =>
  Object.fromEntries(Object.entries(readTexts()).filter(([name, text]) => before[name] !== text));

/** Keeps the choices of this browser and those on the server equal, so that they follow the user. */
export function UserSettingsSync() {
  const session = useSession();
  const userId = session?.user?.id;
  // Somebody who acts as another user keeps their own choices, and changes none of that user.
  const isOwn = session !== undefined && session.impersonator === null;
  const { setMode } = useColorScheme();
  /** Texts that the server has; undefined until they have been read. */
  const known = useRef<Texts | undefined>(undefined);

  const adopt = useEffectEvent((settings: UserSettings, ownId: number) => {
    const synced = readSynced(ownId);
    const unsent = synced ? changedSince(synced) : {};
    const chosen = textsOf((name) => {
      const value: unknown = Reflect.get(settings, name);
      return value === undefined ? null : String(value);
    });
    for (const [name, text] of Object.entries(chosen)) {
      if (!(name in unsent) && storage.readText(name) !== text) storage.writeText(name, text);
    }
    known.current = {
      ...readTexts(),
      ...Object.fromEntries(Object.keys(unsent).map((name) => [name, chosen[name] ?? ''])),
    };
    const { colourMode, language } = settings;
    if (colourMode && !('colourMode' in unsent)) setMode(colourMode);
    if (language && !('language' in unsent) && language !== currentLanguage()) void chooseLanguage(language);
  });

  useEffect(() => {
    if (userId === undefined || !isOwn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();
    known.current = undefined;
    // Without a connection the choices of this browser hold.
    call(readAddress, {}, { signal: controller.signal }).then(
      ({ data }) => {
        adopt(data, userId);
        void send();
      },
      () => undefined,
    );

    async function send() {
      const before = known.current;
      if (!before) return;
      const changed = changedSince(before);
      const now = readTexts();
      known.current = now;
      try {
        if (Object.keys(changed).length > 0) await call(writeAddress, { body: fromTexts(changed) });
        const synced = JSON.stringify({ userId, texts: now });
        // Writing it notifies this component again.
        if (storage.readText(syncedName) !== synced) storage.writeText(syncedName, synced);
      } catch {
        known.current = before;
      }
    }
    const stop = storage.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void send(), settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      controller.abort();
    };
  }, [userId, isOwn]);
  return null;
}
