import { useLive } from '../../../../lib/live.ts';
import type { LiveFeed } from './use-live-data.ts';

function LiveTwin({ twinId, feed }: { twinId: number; feed: LiveFeed }) {
  useLive(
    `twin/${twinId}/values`,
    (message) => feed.onMessage(twinId, message),
    () => feed.onResync(twinId),
    feed.since,
  );
  return null;
}

/** Subscribes to the twins of a dashboard: hooks cannot be called in a loop, components can. */
export function LiveTwins({ feed }: { feed: LiveFeed }) {
  return feed.twinIds.map((twinId) => <LiveTwin key={twinId} twinId={twinId} feed={feed} />);
}
