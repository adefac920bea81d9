const slots = 65_536;

/** FNV-1a, folded to the number of a slot. */
function slotOf(topic: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < topic.length; at += 1) hash = Math.imul(hash ^ topic.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (slots - 1);
}

/**
 * Tracks when each topic last had a message, with or without listeners. Memory use is the same for ten topics and for a
 * million: topics may share a slot, which can make a topic look busier than it is but never quieter.
 */
export function createRecent(nowMs: () => number) {
  const lastMs = new Float64Array(slots);
  const startedMs = nowMs();
  return {
    note(topic: string): void {
      lastMs[slotOf(topic)] = nowMs();
    },
    /** Also false for times before the process started, because messages of that time were not recorded. */
    isQuietSince: (topic: string, sinceMs: number): boolean =>
      sinceMs > startedMs && (lastMs[slotOf(topic)] ?? 0) < sinceMs,
  };
}
