import type { JsonValue } from '@stellwerk/plugin/json';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type FrameFailure,
  type FrameTheme,
  type FromFrame,
  readFromFrame,
  type ToFrame,
} from '../../../chart-frame/messages.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import type { CanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';

/** Loading takes long on slow connections; running and rendering does not. */
const loadLimitMs = 20_000;
/**
 * A frame that has not responded for this long hangs; its code would have been stopped long before, even on a slow
 * computer.
 */
const answerLimitMs = 10_000;
const imageLimitMs = 2_000;

export type FrameState =
  | { is: 'drawing' }
  | { is: 'drawn' }
  | { is: 'failed'; failure: FrameFailure | 'silent'; message: string; line: number | null };

interface Drawing {
  code: string;
  /** Should be stable while nothing changes. */
  input: { [name: string]: JsonValue };
  colours: CanvasColours;
  label: string;
}

function themeOf({ background: _ground, primarySoft: _soft, ...colours }: CanvasColours): FrameTheme {
  const { ok, warning, error, unknown } = colours.status;
  return { ...colours, status: { ok, warning, error, unknown } };
}

/** Communicates with a frame: sends code and data, and receives whether there is a chart. A failure is final. */
export function useChartFrame(frame: RefObject<HTMLIFrameElement | null>, { code, input, colours, label }: Drawing) {
  const [state, setState] = useState<FrameState>({ is: 'drawing' });
  const isReady = useRef(false);
  const run = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const images = useRef(new Map<number, (url: string) => void>());

  const expectAnswer = (limitMs: number) => {
    clearTimeout(timer.current);
    const silent: FrameState = { is: 'failed', failure: 'silent', message: '', line: null };
    timer.current = setTimeout(setState, limitMs, silent);
  };
  // The frame has an opaque origin, so that messages cannot be addressed to it by origin.
  const send = useCallback((message: ToFrame) => frame.current?.contentWindow?.postMessage(message, '*'), [frame]);
  const sendDrawing = useEffectEvent((drawing: Drawing) => {
    if (!isReady.current || state.is === 'failed') return;
    run.current += 1;
    expectAnswer(answerLimitMs);
    const own = { run: run.current, theme: themeOf(drawing.colours), language: currentLanguage() };
    send({ kind: 'stellwerk:chart-draw', code: drawing.code, input: drawing.input, label: drawing.label, ...own });
  });
  const hear = useEffectEvent((message: FromFrame) => {
    if (message.kind === 'stellwerk:chart-frame-ready') {
      isReady.current = true;
      return sendDrawing({ code, input, colours, label });
    }
    if (message.kind === 'stellwerk:chart-image') return images.current.get(message.run)?.(message.url);
    if (message.run !== run.current) return;
    clearTimeout(timer.current);
    setState(message.kind === 'stellwerk:chart-drawn' ? { is: 'drawn' } : { ...message, is: 'failed' });
  });

  const begin = useEffectEvent(() => expectAnswer(loadLimitMs));
  useEffect(() => {
    begin();
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow || origin !== 'null') return;
      const message = readFromFrame(data);
      if (message) hear(message);
    };
    window.addEventListener('message', onMessage);
    return () => {
      window.removeEventListener('message', onMessage);
      clearTimeout(timer.current);
    };
  }, [frame]);

  useEffect(() => sendDrawing({ code, input, colours, label }), [code, input, colours, label]);

  /** The chart as a data URL of an image; null if the frame does not respond. */
  const image = useCallback(
    () =>
      new Promise<string | null>((resolve) => {
        const own = -images.current.size - 1;
        images.current.set(own, resolve);
        setTimeout(resolve, imageLimitMs, null);
        send({ kind: 'stellwerk:chart-image', run: own });
      }),
    [send],
  );

  return { state, image };
}
