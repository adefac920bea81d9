/** Equal questions are asked once; one that failed is not kept. */
export function createMemo() {
  const asked = new Map<string, Promise<unknown>>();
  return <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    // Keys tell what is asked, so that what lies under one is of the type that this question has.
    const known = asked.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };
}
