export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export async function medianMs(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
  }
  return Number(median(times).toFixed(1));
}

/** Each question as each of those who may put it, in milliseconds. */
export async function medianOfEach<Who>(
  rounds: number,
  questions: Readonly<Record<string, (who: Who) => Promise<unknown>>>,
  askers: Readonly<Record<string, Who>>,
): Promise<Record<string, Record<string, number>>> {
  const milliseconds: Record<string, Record<string, number>> = {};
  for (const [question, ask] of Object.entries(questions)) {
    const row: Record<string, number> = {};
    for (const [name, who] of Object.entries(askers)) row[name] = await medianMs(rounds, () => ask(who));
    milliseconds[question] = row;
  }
  return milliseconds;
}
