type Reach = (stateId: number) => Iterable<number>;

interface Sent {
  stateId: number;
  shard: number;
  seq: number;
}

/** Groups the values of one packet into a step, so that a state that depends on several of them is computed once. */
export function stepsOf<T extends Sent>(updates: readonly T[]): T[][] {
  const steps: T[][] = [];
  let members = new Set<number>();
  for (const update of updates) {
    const step = steps.at(-1);
    const isSamePacket = step?.[0]?.shard === update.shard && step[0].seq === update.seq;
    if (step && isSamePacket && !members.has(update.stateId)) {
      step.push(update);
    } else {
      steps.push([update]);
      members = new Set();
    }
    members.add(update.stateId);
  }
  return steps;
}

/**
 * Merges steps into waves. Steps that affect no common state share a wave, others follow one another: the result equals
 * applying each step by itself, however updates were batched.
 */
export function wavesOf<T extends Sent>(steps: readonly T[][], reach: Reach): T[][] {
  const waves: T[][] = [];
  const nextWave = new Map<number, number>();
  for (const step of steps) {
    let wave = 0;
    for (const { stateId } of step) {
      for (const id of reach(stateId)) wave = Math.max(wave, nextWave.get(id) ?? 0);
    }
    for (const { stateId } of step) for (const id of reach(stateId)) nextWave.set(id, wave + 1);
    const members = waves[wave];
    if (members) members.push(...step);
    else waves.push([...step]);
  }
  return waves;
}
