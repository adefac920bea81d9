import { codeLimitMs, type FrameFailure, truncated } from './messages.ts';

export interface Failed {
  failure: FrameFailure;
  message: string;
  line: number | null;
}

export type RunResult = { json: unknown } | Failed;

/** Stands before the code, in one line, so that lines of the code are easy to count. */
const before = 'self.postMessage(null); self.generate = function (data, params, dateRange, theme) {\n';
/** Only text goes out: functions and everything else that is no data stays behind. */
const after = `
};
self.onmessage = ({ data: { data, params, dateRange, theme } }) => {
  self.postMessage(JSON.stringify(self.generate(data, params, dateRange, theme)));
};`;

export interface Run {
  result: Promise<RunResult>;
  /** Ends the code at once, whatever it does. */
  stop: () => void;
}

/**
 * Runs somebody's code in a worker: it has neither document nor window, and can be ended while it runs. What it may
 * reach besides is up to the frame's content security policy, which a worker made of text has from its maker: nothing.
 */
export function runCode(code: string, input: object): Run {
  const url = URL.createObjectURL(new Blob([before, code, after], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const { promise, resolve } = Promise.withResolvers<RunResult>();
  const end = (result: RunResult) => {
    clearTimeout(timer);
    worker.terminate();
    URL.revokeObjectURL(url);
    resolve(result);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  worker.onmessage = () => {
    // It says that it is there; only from now on time is that of the code.
    worker.onmessage = ({ data }) => end({ json: data });
    timer = setTimeout(end, codeLimitMs, { failure: 'time', message: '', line: null });
    worker.postMessage(input);
  };
  worker.onmessageerror = () => end({ failure: 'option', message: '', line: null });
  worker.onerror = (event) => {
    event.preventDefault();
    const message = truncated(event.message).replace(/^Uncaught /, '');
    end({ failure: 'code', message, line: event.lineno > 1 ? event.lineno - 1 : null });
  };
  return { result: promise, stop: () => end({ failure: 'time', message: '', line: null }) };
}
