import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './steps.ts';

export interface FileReport {
  project: string;
  file: string;
  /** With imports and hooks. */
  seconds: number;
  passed: number;
  /** Failed, skipped and unfinished tests, and files that could not be loaded, each with the beginning of its message. */
  failures: string[];
}

const beginningOf = (message = '') =>
  message
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 12)
    .join('\n  ');

function reportOf(module: TestModule): FileReport {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const file = relative(root, module.moduleId);
  const tests = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
  const failed = tests
    .filter(({ state }) => state !== 'passed')
    .map(({ name, state, errors }) => {
      const error = errors?.[0];
      return `${file}: ${name} (${state})\n  ${beginningOf(error?.stack ?? error?.message)}`;
    });
  const broken = module.state() === 'failed' && failed.length === 0;
  return {
    project: module.project.name,
    file,
    seconds: (collectDuration + setupDuration + duration) / 1000,
    passed: tests.length - failed.length,
    failures: broken ? [`${file}\n  ${beginningOf(module.errors()[0]?.stack)}`] : failed,
  };
}

/** Writes what each test file did to the file named by the environment, for `vitest` in steps.ts. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const file = process.env.TEST_REPORT;
    if (file) writeFileSync(file, JSON.stringify(modules.map(reportOf)));
  }
}
