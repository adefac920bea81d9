import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Program = 'mosquitto' | 'mosquitto_pub' | 'mosquitto_sub' | 'mosquitto_passwd';

/** Debian installs servers outside of the default PATH. */
const places = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const installed = (program: Program) =>
  places()
    .map((place) => join(place, program))
    .find(existsSync);

/** Installs missing Debian packages, if the tests may. */
function installDebianPackages(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  const packages = ['mosquitto', 'mosquitto-clients'];
  execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], options);
}

function find(program: Program): string {
  if (!installed(program)) installDebianPackages();
  const path = installed(program);
  if (path) return path;
  throw new Error(`These tests need ${program}: install the packages mosquitto and mosquitto-clients`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

export interface Ended {
  code: number | null;
  output: string;
}

async function endOf(child: ChildProcess): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const [code] = await once(child, 'close');
  return { code, output };
}

export interface ClientOptions {
  port: number;
  topic: string;
  qos?: 0 | 1 | 2;
  username?: string;
  password?: string;
  /** Further arguments of the program. */
  more?: readonly string[];
}

const argumentsOf = ({ port, topic, qos = 1, username, password, more = [] }: ClientOptions): string[] => [
  ...['-h', '127.0.0.1', '-p', String(port), '-t', topic, '-q', String(qos)],
  ...(username === undefined ? [] : ['-u', username]),
  ...(password === undefined ? [] : ['-P', password]),
  ...more,
];

/** Resolves when the broker has acknowledged the message (QoS 1 and 2). */
export function publish(options: ClientOptions & { message: string | Buffer }): Promise<Ended> {
  const child = spawn(find('mosquitto_pub'), [...argumentsOf(options), '-s']);
  child.stdin.on('error', () => {});
  child.stdin.end(options.message);
  return endOf(child);
}

/** Each line is a message. */
export function publishLines(options: ClientOptions & { messages: readonly string[] }): Promise<Ended> {
  const child = spawn(find('mosquitto_pub'), [...argumentsOf(options), '-l']);
  child.stdin.on('error', () => {});
  child.stdin.end(options.messages.map((message) => `${message}\n`).join(''));
  return endOf(child);
}

export interface Subscriber {
  /** Resolves when the subscription is acknowledged. */
  ready: Promise<void>;
  ended: Promise<Ended>;
  stop(): void;
}

/** Ends after this number of messages; prints topic and content of each. */
export function subscribe(options: ClientOptions & { count: number }): Subscriber {
  const command = [find('mosquitto_sub'), ...argumentsOf(options), '-d', '-v', '-C', String(options.count)];
  // Line-buffered, because the output would otherwise arrive only at the end.
  const child = spawn('stdbuf', ['-oL', ...command]);
  const ready = Promise.withResolvers<void>();
  child.stdout.on('data', (text) => {
    if (String(text).includes('SUBACK')) ready.resolve();
  });
  child.once('close', () => ready.resolve());
  return { ready: ready.promise, ended: endOf(child), stop: () => child.kill() };
}

export interface Mosquitto {
  port: number;
  stop(): Promise<void>;
}

export interface MosquittoOptions {
  port?: number;
  /** Allowed users; absent allows everybody. */
  users?: Readonly<Record<string, string>>;
  /** Lines of the configuration after the listener. */
  lines?: readonly string[];
  /** Files in the folder of the configuration, which references them as `{dir}/name`. */
  files?: Readonly<Record<string, string>>;
}

/** A real broker on its own port; its data is deleted with it. */
export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const { users, lines = [], files = {} } = options;
  const port = options.port ?? (await freePort());
  const dir = await mkdtemp(join(tmpdir(), 'stellwerk-mosquitto-'));
  const access = users
    ? ['allow_anonymous false', `password_file ${join(dir, 'passwords')}`]
    : ['allow_anonymous true'];
  const config = [
    'persistence false',
    'log_dest stderr',
    // Otherwise it would switch to another user, who can't read this folder.
    'user root',
    `listener ${port} 127.0.0.1`,
    ...access,
    ...lines,
  ];
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  await writeFile(join(dir, 'mosquitto.conf'), config.join('\n').replaceAll('{dir}', dir));
  const passwords = join(dir, 'passwords');
  if (users) await writeFile(passwords, '', { mode: 0o600 });
  for (const [name, password] of Object.entries(users ?? {})) {
    execFileSync(find('mosquitto_passwd'), ['-b', passwords, name, password]);
  }
  const child = spawn(find('mosquitto'), ['-c', join(dir, 'mosquitto.conf')]);
  const ended = endOf(child);
  const running = new Promise<void>((resolve) => {
    child.stderr.on('data', (text) => {
      if (/mosquitto version .* running/.test(String(text))) resolve();
    });
  });
  await Promise.race([
    running,
    ended.then(({ output }) => {
      throw new Error(`mosquitto ended: ${output}`);
    }),
  ]);
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
