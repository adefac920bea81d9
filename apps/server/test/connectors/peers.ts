import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestServer } from '../server.ts';

export interface Posted {
  status: number;
  body: {
    code?: string;
    message?: string;
    data?: { accepted: number; rejected: number; dropped: number; errors: unknown[] };
  };
}

/** The real curl, with the message on standard input. */
export async function curl(url: string, message: string | Buffer, more: readonly string[] = []): Promise<Posted> {
  const options = ['-s', '-S', '-w', '\n%{http_code}', '-X', 'POST', '--data-binary', '@-'];
  const child = spawn('curl', [...options, ...more, url]);
  child.stdin.on('error', () => {});
  child.stdin.end(message);
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  await once(child, 'close');
  const end = output.lastIndexOf('\n');
  const text = output.slice(0, end);
  return { status: Number(output.slice(end + 1)), body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** URL of the test server for other processes. */
export async function addressOf(server: TestServer): Promise<string> {
  const bound = server.app.server.address();
  if (bound !== null && typeof bound === 'object') return `http://127.0.0.1:${bound.port}`;
  return server.app.listen({ port: 0, host: '127.0.0.1' });
}
