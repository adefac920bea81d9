import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPort } from '../features/demo/index.ts';
import { seedInstallation } from '../features/users/index.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createEgress } from '../platform/egress/egress.ts';
import { createFiles } from '../platform/files/files.ts';
import { createDiskGuard } from '../platform/health/disk.ts';
import { createPostgresHistory } from '../platform/history/postgres-history.ts';
import { prepareDataDir } from '../platform/instance/data-dir.ts';
import { lockInstance } from '../platform/instance/lock.ts';
import { StartError } from '../platform/instance/start-error.ts';
import { createStopSteps, defaultStopLimits, type StopLimits } from '../platform/instance/stop-steps.ts';
import { createLog } from '../platform/log/log.ts';
import { systemTransport } from '../platform/mail/transport.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { createSandbox } from '../platform/sandbox/sandbox.ts';
import { openSecrets } from '../platform/secrets/rotate.ts';
import { type ApiOptions, createApi } from './api.ts';
import { openDatabase } from './database.ts';

interface RunningServer {
  address: string;
  databaseUrl: string;
  /** Set on the very first start only. */
  administrator: { email: string; generatedPassword: string | undefined } | undefined;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Called for each response of a declared route. */
  onAnswer?: ApiOptions['onAnswer'];
  stopLimits?: StopLimits;
}

/** Scale of repeated objects and days of history for each size of the demo. */
const demoSizes = { on: {}, small: { scale: 0.1, days: 3 } } as const;

const webDir = new URL('../../../web/dist', import.meta.url).pathname;

async function readTls(tls: Config['tls']) {
  if (!tls) return undefined;
  const read = (path: string) =>
    readFile(path).catch(() => {
      throw new StartError(`The file ${path} named in TLS_CERT or TLS_KEY can't be read`);
    });
  const [cert, key] = await Promise.all([read(tls.certPath), read(tls.keyPath)]);
  return { cert, key };
}

/**
 * Runs everything in one process, started in order and stopped in reverse: first no more data is accepted, then the
 * work in progress is finished, and HTTP still responds to senders until all of that is done.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { onAnswer, stopLimits = defaultStopLimits } = options;
  const log = createLog(config.logLevel);
  const stopping = createStopSteps({ log, ...stopLimits });
  try {
    await prepareDataDir(config.dataDir);
    const lock = await lockInstance(config.dataDir);
    stopping.add('lock', lock.release, { isEssential: true });
    const https = await readTls(config.tls);
    const database = await openDatabase(config, log);
    stopping.add('embedded database', database.stop, { isEssential: true });
    stopping.add('database connections', database.close);
    // Creates the key at the first start and completes an interrupted key rotation.
    const secrets = await openSecrets({ db: database.db, dataDir: config.dataDir, secretKey: config.secretKey, log });
    const administrator = await seedInstallation(database.db, config.admin);
    const disk = await createDiskGuard({ dir: config.dataDir });
    stopping.add('disk guard', disk.stop);
    const metrics = createMetrics();
    const history = createPostgresHistory({ pool: database.pool });
    await history.ensurePartitions(systemClock.now().getTime());
    const sandbox = createSandbox({ log });
    stopping.add('sandbox', sandbox.close);
    const api = await createApi({
      config,
      linkBase: config.publicUrl ?? `http${https ? 's' : ''}://localhost:${config.port}`,
      database,
      secrets,
      egress: createEgress({ allow: config.egressAllow, log }),
      files: createFiles({ dir: join(config.dataDir, 'files') }),
      history,
      sandbox,
      systemMail: systemTransport(config),
      log,
      clock: systemClock,
      disk,
      metrics,
      webDir,
      ...(https ? { https } : {}),
      ...(onAnswer ? { onAnswer } : {}),
    });
    stopping.add('http', () => api.app.close());
    await api.jobs.start();
    stopping.add('jobs', api.jobs.stop);
    if (administrator && config.demo !== 'off')
      await api.features.port(demoPort).plant(api.jobs, demoSizes[config.demo]);
    await api.outbox.start();
    stopping.add('outbox', api.outbox.stop);
    for (const { name, start, stop } of api.features.services()) {
      stopping.add(name, stop);
      await start();
    }
    stopping.add('intake', api.intake.stop);
    const bound = await api.app.listen({ port: config.port, host: config.host }).catch(explainListen(config));
    return { address: config.publicUrl ?? bound, databaseUrl: database.url, administrator, stop: stopping.run };
  } catch (error) {
    await stopping.run();
    throw error;
  }
}

const explainListen = (config: Config) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') throw new StartError(`Port ${config.port} is taken: set PORT to another one`);
  if (error.code === 'EACCES')
    throw new StartError(`Port ${config.port} needs more rights: set PORT to 1024 or higher`);
  if (error.code === 'EADDRNOTAVAIL') throw new StartError(`HOST ${config.host} is no address of this machine`);
  throw error;
};
