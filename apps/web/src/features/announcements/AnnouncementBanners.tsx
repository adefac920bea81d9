import type { OwnAnnouncement } from '@stellwerk/contract/announcement';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDismiss, useOwnAnnouncements } from './announcement.queries.ts';
import { Banner } from './Banner.tsx';

const isShown = ({ start, end }: OwnAnnouncement, nowMs: number) =>
  (start === null || Date.parse(start) <= nowMs) && (end === null || Date.parse(end) > nowMs);

/** The time, updated whenever an announcement begins or ends. */
function useNow(announcements: readonly OwnAnnouncement[]): number {
  const [nowMs, setNow] = useState(Date.now);
  const bounds = announcements
    .flatMap(({ start, end }) => [start, end])
    .flatMap((time) => (time ? [Date.parse(time)] : []));
  const next = Math.min(...bounds.filter((time) => time > nowMs), Number.POSITIVE_INFINITY);
  useEffect(() => {
    // Timers can't wait for longer than 24 days; announcements are read again before.
    const waitMs = next - Date.now();
    if (!Number.isFinite(waitMs) || waitMs > 86_400_000) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, waitMs) + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return nowMs;
}

/** Announcements above the page, until the user closes them or they end. */
export function AnnouncementBanners() {
  const { t } = useTranslation('announcements');
  const announcements = useOwnAnnouncements().data ?? [];
  const nowMs = useNow(announcements);
  const { mutate: dismiss } = useDismiss();
  return announcements
    .filter((each) => isShown(each, nowMs))
    .map((each) => (
      <Banner key={each.id} announcement={each} onClose={() => dismiss(each.id)} closeText={t('dismiss')} />
    ));
}
