import type { Clock } from '../../platform/clock/clock.ts';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { announcementScopes, announcementsFor } from './announcement.store.ts';

export const announcementGuard: ScopedGuard = {
  noun: 'announcement',
  notFound: 'ANNOUNCEMENT_NOT_FOUND',
  seenWith: 'all.manage',
  scopesOf: announcementScopes,
};

/** Announcements that the caller is shown. */
export const ownAnnouncementGuard = (clock: Clock): SeenGuard => ({
  noun: 'ownAnnouncement',
  notFound: 'ANNOUNCEMENT_NOT_FOUND',
  async seenBy(db, { userId, accountId }, ids) {
    const now = clock.now();
    const rows = await announcementsFor(db, { userId, accountId, now, until: now }, ids);
    return new Set(rows.map(({ announcement }) => announcement.id));
  },
});
