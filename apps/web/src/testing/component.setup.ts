import { afterEach, beforeEach, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { interceptNetwork, reportProblem, takeProblems } from './network.ts';

interceptNetwork();
await startI18n('en');

window.addEventListener('error', ({ message }) => {
  // The browser reports an observer that reacted to its own change; it delivers the rest in the next frame.
  if (!message.startsWith('ResizeObserver loop')) reportProblem(message);
});
window.addEventListener('unhandledrejection', ({ reason }) => reportProblem(String(reason)));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  takeProblems();
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => reportProblem(parts.map(String).join(' ')));
});

afterEach(() => {
  vi.restoreAllMocks();
  const problems = takeProblems();
  if (problems.length > 0) throw new Error(`The page reported problems:\n${problems.join('\n')}`);
});
