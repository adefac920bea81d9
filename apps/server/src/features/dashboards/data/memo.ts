/** Runs equal queries once; failed queries are not cached. */
export function createMemo() {
  const asked = new Map<string, Promise<unknown>>();
  return <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    // A key identifies its query, so the cached promise has the type of that query.
    const known = asked.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };
}
