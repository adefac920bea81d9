import type { RouteInput } from '@stellwerk/contract/core/route';
import type { createDriver, updateDriver } from '@stellwerk/contract/driver';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { checkDraft } from './draft-check.service.ts';
import type { ParserTools } from './parsers/kind.ts';
import { emptyVersion, findNewest, insertVersion, listVersions, type VersionFields } from './version.store.ts';
import type { WorkbenchService } from './workbench.service.ts';

interface VersionDeps {
  tools: ParserTools;
  workbench: Pick<WorkbenchService, 'countFailing'>;
  clock: Clock;
}

type Given =
  | NonNullable<RouteInput<typeof createDriver>['body']['versions']>[number]
  | NonNullable<RouteInput<typeof updateDriver>['body']['versions']>[number];

const unknownNumber = (index: number): never =>
  fail('VALIDATION_ERROR', {}, { issues: [{ path: `versions.${index}.number`, code: 'option', params: {} }] });

/** Versions that come with the body of a driver. */
export function createVersionService({ tools, workbench, clock }: VersionDeps) {
  return {
    async check({ actor }: Ctx, versions: readonly Given[], acceptCase: boolean): Promise<void> {
      for (const [index, version] of versions.entries()) {
        if ('number' in version) continue;
        await checkDraft(version, { tools, accountId: actor.accountId, acceptCase, path: `versions.${index}` });
      }
    },

    /** Publishes new versions in their order. The caller has locked the driver. */
    async publish({ db, ...ctx }: Ctx, driverId: number, versions: readonly Given[]): Promise<void> {
      const published = new Set((await listVersions(db, driverId)).map(({ number }) => number));
      let number = (await findNewest(db, driverId))?.number ?? 0;
      for (const [index, given] of versions.entries()) {
        if ('number' in given) {
          if (!published.has(given.number)) unknownNumber(index);
          continue;
        }
        const version: VersionFields = { ...emptyVersion, ...given };
        const failed = await workbench.countFailing({ ...ctx, db }, driverId, version);
        if (failed > 0) fail('DEVICEDRIVER_TESTS_FAILED', { failed });
        number += 1;
        const publishedAt = clock.now();
        await insertVersion(db, driverId, { ...version, number, publishedAt, publishedBy: ctx.actor.userId });
      }
    },
  };
}
export type VersionService = ReturnType<typeof createVersionService>;
