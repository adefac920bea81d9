import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { processorMs } from './execute.ts';
import { createLibrary } from './library.ts';
import type { BatchReply, BatchRequest, ProcessOptions, ReadyMessage, Step, StepMessage } from './protocol.ts';
import { sliceMs, stepNoticeMs } from './protocol.ts';

const { limits, userId }: ProcessOptions = JSON.parse(process.argv[2] ?? '{}');

// Scripts get the same time zone on every machine.
process.env.TZ = 'UTC';

const jsonataPath = createRequire(import.meta.url).resolve('jsonata/jsonata.min.js');
const jsonataSource = `(function (global) {
  var module = { exports: {} }, exports = module.exports;
  ${readFileSync(jsonataPath, 'utf8')}
  return module.exports;
})`;
const library = createLibrary({ limits, jsonataSource, onStep });

// The user is switched after loading, because an unprivileged user might not be able to read our files.
if (userId !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(userId);
  process.setuid?.(userId);
}

function send(message: BatchReply | ReadyMessage | StepMessage) {
  process.send?.(message, undefined, undefined, () => {
    // The parent has ended; the `disconnect` event ends this process.
  });
}

let lastStep: Step = 'call';
let lastStepMs = 0;

// A script that blocks this thread cannot delay the message: `send` writes to the pipe before it returns.
function onStep(step: Step) {
  const nowMs = performance.now();
  if (step === lastStep && nowMs - lastStepMs < stepNoticeMs) return;
  lastStep = step;
  lastStepMs = nowMs;
  send({ step, processorMs: processorMs() });
}

process.on('message', ({ groups }: BatchRequest) => {
  lastStep = 'call';
  lastStepMs = performance.now();
  const untilMs = lastStepMs + sliceMs;
  const replies = groups.map((group, index) =>
    index > 0 && performance.now() >= untilMs
      ? { outcomes: '', usage: [], rest: 'again' as const }
      : library.run(group, untilMs),
  );
  send({ groups: replies, isolates: library.isolates(), processorMs: processorMs() });
});
// An interrupt from the terminal reaches the whole process group; the server ends this process after its last call.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
send({ ready: true, processorMs: processorMs() });
