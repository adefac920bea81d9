import type { JsonValue } from '@stellwerk/plugin/json';

/** Colours of the page, for the code and for what it leaves open. */
export interface FrameTheme {
  mode: 'light' | 'dark';
  text: string;
  textSecondary: string;
  textMuted: string;
  surface: string;
  raised: string;
  border: string;
  borderStrong: string;
  grid: string;
  primary: string;
  status: { ok: string; warning: string; error: string; unknown: string };
  data: readonly string[];
}

/** From the page to the frame. What comes back names the `run` it belongs to. */
export type ToFrame =
  | {
      kind: 'stellwerk:chart-draw';
      run: number;
      code: string;
      /** `data`, `params` and `dateRange` of the code. */
      input: { [name: string]: JsonValue };
      theme: FrameTheme;
      language: string;
      /** What the picture shows, for screen readers. */
      label: string;
    }
  | { kind: 'stellwerk:chart-image'; run: number };

/** Why there is no chart: the code failed, took too long, gave no option, or one that is too large. */
export const frameFailures = ['code', 'time', 'option', 'size', 'draw'] as const;
export type FrameFailure = (typeof frameFailures)[number];

export type FromFrame =
  | { kind: 'stellwerk:chart-frame-ready' }
  | { kind: 'stellwerk:chart-drawn'; run: number }
  | { kind: 'stellwerk:chart-failed'; run: number; failure: FrameFailure; message: string; line: number | null }
  | { kind: 'stellwerk:chart-image'; run: number; url: string };

/** The code is ended after this long. */
export const codeLimitMs = 2_000;

const longestMessage = 500;
export const truncated = (text: unknown): string => String(text).slice(0, longestMessage);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whatever runs in the frame may say anything: what is not one of our messages is nothing. */
export function readFromFrame(message: unknown): FromFrame | undefined {
  if (!isObject(message)) return undefined;
  const { kind, run, failure, message: text, line, url } = message;
  if (kind === 'stellwerk:chart-frame-ready') return { kind };
  if (typeof run !== 'number') return undefined;
  if (kind === 'stellwerk:chart-drawn') return { kind, run };
  if (kind === 'stellwerk:chart-image') {
    return typeof url === 'string' && url.startsWith('data:image/png;base64,') ? { kind, run, url } : undefined;
  }
  const known = frameFailures.find((one) => one === failure);
  if (kind !== 'stellwerk:chart-failed' || !known) return undefined;
  return {
    kind,
    run,
    failure: known,
    message: typeof text === 'string' ? truncated(text) : '',
    line: typeof line === 'number' && Number.isInteger(line) && line > 0 ? line : null,
  };
}

export function readToFrame(message: unknown): ToFrame | undefined {
  if (!isObject(message)) return undefined;
  const isOurs = message.kind === 'stellwerk:chart-draw' || message.kind === 'stellwerk:chart-image';
  // Only the page that made the frame gets through to here, and it sends what its types say.
  return isOurs ? (message as unknown as ToFrame) : undefined;
}
