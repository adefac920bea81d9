import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { administrator } from '../../e2e/server.setup.ts';
import { login } from '../../packages/contract/src/session.ts';

/** A flood of wrong sign-ins against the real server, while somebody else signs in; all on this machine. */
const wrongPerSecond = 200;
const floodMs = 5_000;
const rightEveryMs = 500;

interface Try {
  username: string;
  password: string;
  /** Any address of 127.0.0.0/8 can be the source of a connection to loopback. */
  source: string;
}

interface Outcome {
  status: number;
  code: string | undefined;
  durationMs: number;
}

const program = fork(new URL('./server.ts', import.meta.url));
const [baseUrl] = await once(program, 'message');
const { hostname, port } = new URL(String(baseUrl));
const agents = new Map<string, Agent>();

function agentOf(source: string): Agent {
  const known = agents.get(source) ?? new Agent({ keepAlive: true, maxSockets: 64, localAddress: source });
  agents.set(source, known);
  return known;
}

function signIn({ username, password, source }: Try): Promise<Outcome> {
  const startedMs = performance.now();
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path: login.path, method: 'POST', agent: agentOf(source), headers });
    call.on('error', reject);
    call.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const durationMs = performance.now() - startedMs;
        const parsed: { code?: string } = JSON.parse(Buffer.concat(parts).toString());
        resolve({ status: answer.statusCode ?? 0, code: parsed.code, durationMs });
      });
    });
    call.end(body);
  });
}

/** Starts a try at its moment, whether or not those before it have been answered. */
async function atRate(perSecond: number, next: (index: number) => Try): Promise<Outcome[]> {
  const startedMs = performance.now();
  const tries: Promise<Outcome>[] = [];
  const total = Math.round((perSecond * floodMs) / 1000);
  while (tries.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * perSecond) + 1);
    while (tries.length < due) tries.push(signIn(next(tries.length)));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(tries);
}

function percentile(outcomes: Outcome[], part: number): string {
  const sorted = outcomes.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return value === undefined ? '—' : `${value.toFixed(0)} ms`;
}

function spread(name: string, outcomes: Outcome[]): void {
  const slow = outcomes.filter(({ durationMs }) => durationMs > 50).length;
  const figures = `p50 ${percentile(outcomes, 0.5)}, p99 ${percentile(outcomes, 0.99)}, most ${percentile(outcomes, 1)}, ${slow} over 50 ms`;
  console.log(`  ${name.padEnd(34)} ${String(outcomes.length).padStart(5)}   ${figures}`);
}

async function scenario(name: string, wrong: (index: number) => Try): Promise<void> {
  console.log(name);
  const right = { username: administrator.email, password: administrator.password, source: '127.0.0.2' };
  const [flood, rights] = await Promise.all([atRate(wrongPerSecond, wrong), atRate(1000 / rightEveryMs, () => right)]);
  spread(
    'wrong, hashed (401)',
    flood.filter(({ status }) => status === 401),
  );
  spread(
    'wrong, refused (429)',
    flood.filter(({ status }) => status === 429),
  );
  spread(
    'right, signed in',
    rights.filter(({ status }) => status === 200),
  );
  const refused = rights.filter(({ status }) => status === 429);
  if (refused.length > 0) spread('right, refused (429)', refused);
  const odd = [...flood, ...rights].filter(({ status }) => ![200, 401, 429].includes(status));
  for (const { status, code } of odd) console.log(`  unexpected: ${status} ${code ?? ''}`);
}

const warmUp = { username: administrator.email, password: administrator.password, source: '127.0.0.5' };
for (let i = 0; i < 20; i += 1) await signIn(warmUp);
console.log(`${wrongPerSecond} wrong sign-ins a second for ${floodMs / 1000} s\n`);
await scenario('one source, one name', () => ({
  username: 'victim@example.com',
  password: 'wrong',
  source: '127.0.0.3',
}));
await scenario('one source, always another name', (index) => ({
  username: `guess-${index}@example.com`,
  password: 'wrong',
  source: '127.0.0.4',
}));
await scenario('250 sources, always another name', (index) => ({
  username: `spread-${index}@example.com`,
  password: 'wrong',
  source: `127.0.1.${(index % 250) + 1}`,
}));
for (const agent of agents.values()) agent.destroy();
program.send('stop');
await once(program, 'exit');
