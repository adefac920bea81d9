import { eq } from 'drizzle-orm';
import { createSession } from '../../src/features/sessions/session.store.ts';
import { seedInstallation } from '../../src/features/users/index.ts';
import { users } from '../../src/platform/tenancy/user.table.ts';
import { addressOf } from '../connectors/peers.ts';
import { freePort } from '../mosquitto.ts';
import { startTestServer } from '../server.ts';

/** A new installation without a demo world; jobs and ingestion are not started. */
export async function openInstallation() {
  const config = { trustProxy: [], publicUrl: undefined, tls: undefined, metricsToken: undefined };
  const server = await startTestServer({
    config: { ...config, listenerPorts: { MQTT_PORT: await freePort() } },
    connectors: { pollMs: 200, retryDelaysMs: [50, 100] },
  });
  const { db } = server.database;
  await seedInstallation(db, { email: 'admin@example.com', password: 'Signal-box-2026' });
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'admin@example.com'));
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = { userId: admin?.id ?? 0, address: '127.0.0.1', userAgent: 'test', expiresAt };
  const administrator = { token: await createSession(db, session) };
  await addressOf(server);
  return { server, administrator };
}
