import { Agent, request } from 'node:http';
import { login } from '../../packages/contract/src/session.ts';
import { defineBench } from '../bench.ts';
import { administrator, startProgram } from '../ingest/program.ts';
import { percentile } from '../measure.ts';
import { atTheEnd, temporaryFolder } from '../resources.ts';
import type { Add } from '../result.ts';

const rightPerSecond = 2;

interface Try {
  username: string;
  password: string;
  /** Any address of 127.0.0.0/8 can be the source of a connection to loopback. */
  source: string;
}

interface Outcome {
  status: number;
  durationMs: number;
}

function createCaller(address: string) {
  const { hostname, port } = new URL(address);
  const agents = new Map<string, Agent>();
  atTheEnd(async () => {
    for (const agent of agents.values()) agent.destroy();
  });

  function agentOf(source: string): Agent {
    const known = agents.get(source) ?? new Agent({ keepAlive: true, maxSockets: 64, localAddress: source });
    agents.set(source, known);
    return known;
  }

  return ({ username, password, source }: Try): Promise<Outcome> => {
    const startedMs = performance.now();
    const body = JSON.stringify({ username, password });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const call = request({ hostname, port, path: login.path, method: 'POST', agent: agentOf(source), headers });
      call.on('error', reject);
      call.on('response', (answer) => {
        answer.resume();
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, durationMs: performance.now() - startedMs });
        });
      });
      call.end(body);
    });
  };
}
type Call = ReturnType<typeof createCaller>;

/** Starts attempts at a fixed rate, without waiting for earlier responses. */
async function atRate(perSecond: number, seconds: number, start: (index: number) => Promise<Outcome>) {
  const startedMs = performance.now();
  const tries: Promise<Outcome>[] = [];
  const total = Math.round(perSecond * seconds);
  while (tries.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * perSecond) + 1);
    while (tries.length < due) tries.push(start(tries.length));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(tries);
}

const kinds: Record<string, (outcome: Outcome & { isRight: boolean }) => boolean> = {
  'wrong, hashed (401)': ({ isRight, status }) => !isRight && status === 401,
  'wrong, refused (429)': ({ isRight, status }) => !isRight && status === 429,
  'right, signed in': ({ isRight, status }) => isRight && status === 200,
  'right, refused (429)': ({ isRight, status }) => isRight && status === 429,
};

function addSpread(add: Add, outcomes: readonly (Outcome & { isRight: boolean })[]): void {
  for (const [kind, belongs] of Object.entries(kinds)) {
    const times = outcomes.filter(belongs).map(({ durationMs }) => durationMs);
    add(`${kind}, count`, times.length, 'calls');
    if (times.length === 0) continue;
    add(`${kind}, median`, percentile(times, 0.5), 'ms');
    add(`${kind}, 99th percentile`, percentile(times, 0.99), 'ms');
  }
  const odd = outcomes.filter((outcome) => !Object.values(kinds).some((belongs) => belongs(outcome)));
  if (odd.length > 0) throw new Error(`unexpected answers: ${odd.map(({ status }) => status).join(' ')}`);
}

const floods: Record<string, (index: number) => Omit<Try, 'password'>> = {
  'One source, one name': () => ({ username: 'victim@example.com', source: '127.0.0.3' }),
  'One source, always another name': (index) => ({ username: `guess-${index}@example.com`, source: '127.0.0.4' }),
  '250 sources, always another name': (index) => ({
    username: `spread-${index}@example.com`,
    source: `127.0.1.${(index % 250) + 1}`,
  }),
};

async function flood(call: Call, { rate, seconds }: { rate: number; seconds: number }, next: (index: number) => Try) {
  const right = { username: administrator.email, password: administrator.password, source: '127.0.0.2' };
  const [wrongs, rights] = await Promise.all([
    atRate(rate, seconds, (index) => call(next(index))),
    atRate(rightPerSecond, seconds, () => call(right)),
  ]);
  return [
    ...wrongs.map((outcome) => ({ ...outcome, isRight: false })),
    ...rights.map((outcome) => ({ ...outcome, isRight: true })),
  ];
}

export const bench = defineBench({
  about: 'A flood of wrong sign-ins against the whole program, while somebody else signs in.',
  options: {
    rate: { default: 200, about: 'wrong sign-ins a second' },
    seconds: { default: 5, about: 'for each kind of flood' },
  },
  async run(values, { table }) {
    const program = await startProgram(await temporaryFolder());
    const call = createCaller(program.address);
    const warmUp = { username: administrator.email, password: administrator.password, source: '127.0.0.5' };
    for (let round = 0; round < 20; round += 1) await call(warmUp);
    for (const [name, next] of Object.entries(floods)) {
      addSpread(table(name), await flood(call, values, (index) => ({ ...next(index), password: 'wrong' })));
    }
  },
});
