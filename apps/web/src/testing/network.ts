import { liveMessage, livePath, liveRequest } from '@stellwerk/contract/live';
import { vi } from 'vitest';

export interface RunningServer {
  answerTo: (request: Request) => Promise<Response>;
}

const realFetch = window.fetch.bind(window);
const RealWebSocket = window.WebSocket;

let server: RunningServer | undefined;
let problems: string[] = [];
let expected: RegExp[] = [];

/** Problems since the last call; the setup of each test file fails the test that caused them. */
export function takeProblems(): string[] {
  const missing = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
  const found = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
  problems = [];
  expected = [];
  return [...found, ...missing.map((pattern) => `${pattern} was expected, but not reported`)];
}

/** The test causes this problem on purpose. */
export const expectProblem = (pattern: RegExp) => expected.push(pattern);

export const reportProblem = (problem: string) => problems.push(problem);

/** Returns a function that brings the previous server back. */
export function serveWith(next: RunningServer): () => void {
  const previous = server;
  server = next;
  return () => {
    server = previous;
  };
}

const isApi = (url: string) => new URL(url, window.location.href).pathname.startsWith('/api/');

async function answeringFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(input, init);
  if (!isApi(request.url)) return realFetch(input, init);
  try {
    if (!server) throw new Error('The test declares no answers');
    const response = await server.answerTo(request);
    init?.signal?.throwIfAborted();
    return response;
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    const path = request.url.slice(new URL(request.url).origin.length);
    reportProblem(`${request.method} ${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
    return Response.json({ message: 'The test has no answer' }, { status: 500 });
  }
}

/** The page's live connection, answered by the test. */
class LiveSocket extends EventTarget {
  readonly OPEN = RealWebSocket.OPEN;
  readyState: number = RealWebSocket.CONNECTING;
  readonly topics = new Set<string>();

  constructor() {
    super();
    queueMicrotask(() => {
      this.readyState = RealWebSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }

  hear(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(liveMessage.parse(message)) }));
  }

  send(text: string): void {
    const request = liveRequest.parse(JSON.parse(text));
    if ('subscribe' in request) {
      this.topics.add(request.subscribe);
      // Nothing happened since the page read its data, so it has no reason to read it again.
      queueMicrotask(() => this.hear({ subscribed: request.subscribe, isComplete: true }));
    } else {
      this.topics.delete(request.unsubscribe);
    }
  }

  close(code = 1000): void {
    this.readyState = RealWebSocket.CLOSED;
    sockets.delete(this);
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

const sockets = new Set<LiveSocket>();

export const liveConnections = {
  async push(topic: string, data: unknown): Promise<void> {
    const listening = () => [...sockets].find((socket) => socket.topics.has(topic));
    await vi.waitUntil(listening, { timeout: 5_000 });
    listening()?.hear({ topic, data });
  },
  topics: (): string[] => [...sockets].flatMap((socket) => [...socket.topics]),
};

function socketFor(address: string | URL, protocols?: string | string[]): LiveSocket | WebSocket {
  if (new URL(address, window.location.href).pathname !== livePath) return new RealWebSocket(address, protocols);
  const socket = new LiveSocket();
  sockets.add(socket);
  return socket;
}

/** Calls of the API reach the test; everything else, such as the modules themselves, the real server. */
export function interceptNetwork(): void {
  window.fetch = answeringFetch;
  window.WebSocket = new Proxy(RealWebSocket, {
    construct: (_, [address, protocols]) => socketFor(address, protocols),
  });
}
