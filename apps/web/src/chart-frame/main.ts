import { type FromFrame, readToFrame, type ToFrame, truncated } from './messages.ts';
import { readOption } from './plain-option.ts';
import { type Failed, type Run, runCode } from './run-code.ts';

/** The frame has an opaque origin and no network; it talks to the page around it by messages alone. */
const tell = (message: FromFrame) => window.parent.postMessage(message, '*');

const drawing = import('./render-chart.ts');
const room = document.getElementById('chart');
let current: Run | undefined;

const failed = (run: number, { failure, message, line }: Failed) =>
  tell({ kind: 'stellwerk:chart-failed', run, failure, message, line });

async function show({ run, code, input, theme, language, label }: Extract<ToFrame, { kind: 'stellwerk:chart-draw' }>) {
  current?.stop();
  const own = runCode(code, { ...input, theme });
  current = own;
  const result = await own.result;
  if (current !== own || !room) return;
  if ('failure' in result) return failed(run, result);
  const option = readOption(result.json);
  if (option === 'size') return failed(run, { failure: 'size', message: '', line: null });
  if (!option) return failed(run, { failure: 'option', message: '', line: null });
  try {
    const { renderChart } = await drawing;
    document.documentElement.lang = language;
    room.setAttribute('aria-label', label);
    await renderChart(room, option, theme, language);
    tell({ kind: 'stellwerk:chart-drawn', run });
  } catch (cause) {
    failed(run, { failure: 'draw', message: truncated(cause instanceof Error ? cause.message : cause), line: null });
  }
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent) return;
  const message = readToFrame(data);
  if (message?.kind === 'stellwerk:chart-draw') void show(message);
  if (message?.kind === 'stellwerk:chart-image') {
    const { run } = message;
    void drawing.then(({ image }) => tell({ kind: 'stellwerk:chart-image', run, url: image() ?? '' }));
  }
});

if (room) new ResizeObserver(() => void drawing.then(({ resize }) => resize())).observe(room);

// Loading the library must not count as time of the code.
void drawing.then(() => tell({ kind: 'stellwerk:chart-frame-ready' }));
