import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { loadConfig } from '../apps/server/src/platform/config/config.ts';
import { startServer } from '../apps/server/src/roles/server.ts';
import { findChromium } from './chromium.ts';

export const administrator = { email: 'admin@example.com', password: 'Signal-box-2026' };

export interface Program {
  baseUrl: string;
  /** For tests that need more rows than the API can create quickly. */
  databaseUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    programs: Program[];
  }
}

/** Starts the real program with an empty data folder, as a new installation, or with further settings. */
export async function startProgram(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-e2e-'));
  // If root runs the tests, the database has its own user, who needs access.
  await chmod(dataDir, 0o711);
  const config = await loadConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
    DEMO: 'off',
    ...environment,
  });
  const record = process.env.ROUTE_RECORD;
  const server = await startServer(config, {
    onAnswer: ({ method, path, status }) => record && appendFileSync(record, `${method} ${path} ${status}\n`),
  });
  return {
    baseUrl: server.address,
    databaseUrl: server.databaseUrl,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A program for each worker, so that concurrent files do not affect each other. */
export async function setup(project: TestProject) {
  // Found once for all workers: those that unpack it at the same time would find it busy.
  process.env.CHROMIUM_PATH = await findChromium();
  const programs = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startProgram()));
  project.provide(
    'programs',
    programs.map(({ baseUrl, databaseUrl }) => ({ baseUrl, databaseUrl })),
  );
  return async () => {
    await Promise.all(programs.map(({ stop }) => stop()));
  };
}
