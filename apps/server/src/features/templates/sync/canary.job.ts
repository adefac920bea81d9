import { countPackets } from '../../../ingest/log/list/list.store.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineSchedule, type Schedule } from '../../../platform/jobs/define-job.ts';
import { clearCanaries, findCanaries } from '../links/link.store.ts';
import { changeTemplate, isSyncRunning, lockTemplate, templatesInTrial } from '../template.store.ts';
import type { Canary } from '../template.table.ts';
import { isWorse, type Measured } from './canary.ts';
import type { PublishService } from './publish.service.ts';

interface CanaryDeps {
  publishing: Pick<PublishService, 'start'>;
  clock: Clock;
}

const dayMs = 86_400_000;

/** Packets and failed packets of the devices before and since they have the version, and their health. */
async function measure(db: Db, templateId: number, canary: Canary, now: Date): Promise<Measured> {
  const measured: Measured = { before: { packets: 0, faults: 0 }, after: { packets: 0, faults: 0 }, devices: [] };
  for (const { twinId, state, version, syncedAt, health } of await findCanaries(db, templateId)) {
    const isFailed = state === 'failed';
    measured.devices.push({ isFailed, healthBefore: canary.healths[twinId] ?? 0, health: health ?? 0 });
    if (isFailed || version !== canary.version || !syncedAt) continue;
    const since = syncedAt.getTime();
    const [before, after] = await countPackets(db, twinId, [since - dayMs, since, now.getTime() + 1]);
    measured.before.packets += before?.accepted ?? 0;
    measured.before.faults += before?.rejected ?? 0;
    measured.after.packets += after?.accepted ?? 0;
    measured.after.faults += after?.rejected ?? 0;
  }
  return measured;
}

/**
 * Looks at the devices that try a version. If packets fail more often than before, or a device is less healthy, the trial
 * halts and the other devices keep their version. Otherwise they get it at the end of the trial.
 */
export function watchCanaries({ publishing, clock }: CanaryDeps): Schedule {
  async function watch(db: Db, templateId: number): Promise<void> {
    const record = await lockTemplate(db, templateId);
    const canary = record?.canary;
    if (!canary || canary.haltedAt !== null || (await isSyncRunning(db, templateId))) return;
    const now = clock.now();
    const measured = await measure(db, templateId, canary, now);
    const { packets, faults } = measured.after;
    const reason = isWorse(measured);
    if (reason) {
      const haltedAt = now.toISOString();
      await changeTemplate(db, templateId, { canary: { ...canary, packets, faults, reason, haltedAt } });
      return;
    }
    if (now < new Date(canary.until)) {
      await changeTemplate(db, templateId, { canary: { ...canary, packets, faults } });
      return;
    }
    await clearCanaries(db, templateId);
    await changeTemplate(db, templateId, { productive: canary.version, canary: null, updatedAt: now });
    const { startedBy: userId, apiKeyId, version: number } = canary;
    await publishing.start(db, { templateId, number, isCanary: false, userId, apiKeyId });
  }

  return defineSchedule({
    name: 'templates.watch-canaries',
    cron: '* * * * *',
    async run({ db, signal }) {
      for (const id of await templatesInTrial(db)) {
        if (signal.aborted) return;
        await db.transaction((own) => watch(own, id));
      }
    },
  });
}
