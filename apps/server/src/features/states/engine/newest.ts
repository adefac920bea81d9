import type { NewestValues, ValueLanes, ValueWork } from '../../../ingest/apply/ports.ts';
import { StaleError } from '../../../ingest/apply/stale.ts';
import type { Update } from '../../../ingest/ports.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createStateCache, type StateCache } from './cache.ts';
import type { Values } from './values.ts';
import { OutdatedError } from './write-set.ts';

export interface PipelineValues extends ValueLanes {
  /** The definitions of these twins' states have changed. */
  forget(twinIds: Iterable<number>): void;
}

/** The newest values for the pipeline, computed on cached states. `db` is for reads outside of transactions. */
export function createNewestValues({ db, values }: { db: Db; values: Values }): PipelineValues {
  const caches = new Set<StateCache>();
  const windowMemory = { points: 0 };

  function openCache(): StateCache {
    const cache = createStateCache(windowMemory);
    caches.add(cache);
    return cache;
  }

  function newestIn(cache: StateCache): NewestValues {
    /** After a conflict with another writer, the next work locks its states, so that it can't conflict again. */
    let isContested = false;

    /** Applies values with locks. Later units of work wait until this one has been committed. */
    function beginLocked(): ValueWork {
      const { before, leave } = cache.lineUp();
      const updates: Update[] = [];
      return {
        add: (further) => updates.push(...further),
        async apply(turn, further, onSealed) {
          await before;
          // `values.apply` evaluates rules itself.
          const applied = await values.apply(await turn, [...updates, ...further]);
          cache.outdate(applied.map(({ stateId }) => stateId));
          onSealed(applied);
          return { applied, unruled: null };
        },
        settle: leave,
        discard: async () => leave(),
      };
    }

    function beginUnlocked(): ValueWork {
      const cached = values.begin(db, cache);
      return {
        ...cached,
        async apply(turn, further, onSealed) {
          try {
            const unruled = await cached.apply(turn, further, onSealed);
            return { applied: unruled.applied, unruled };
          } catch (error) {
            if (!(error instanceof OutdatedError)) throw error;
            cache.outdate(error.stateIds);
            isContested = true;
            throw new StaleError();
          }
        },
      };
    }

    return {
      begin() {
        if (!isContested) return beginUnlocked();
        isContested = false;
        return beginLocked();
      },
    };
  }

  const shared = openCache();
  return {
    ...newestIn(shared),

    /** The account's windows move with it: loading them again would take a second or more on each change of lane. */
    openLane(accountId) {
      const cache = openCache();
      cache.takeWindows(shared, accountId);
      return {
        ...newestIn(cache),
        close() {
          caches.delete(cache);
          shared.adopt(cache);
        },
      };
    },

    forget(twinIds) {
      for (const cache of caches) cache.forget(twinIds);
    },
  };
}
