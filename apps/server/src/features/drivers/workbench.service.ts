import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type {
  compareDraft,
  createParserTest,
  ParseResult,
  ParserTest,
  runParser,
  runParserTests,
} from '@stellwerk/contract/driver-workbench';
import { interpret, type Received } from '../../ingest/interpret/interpret.ts';
import type { Directory, Parsed } from '../../ingest/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { isSame, testedValues } from './compare-values.ts';
import { findDriver, lockDriver } from './driver.store.ts';
import { seesDraft } from './driver-mapper.ts';
import { renderReason, toParseResult } from './parse-result.ts';
import type { DriverParsers } from './parser.service.ts';
import type { Parsing } from './parsers/kind.ts';
import type { DriverDevicesPort } from './ports.ts';
import { addTests, countTests, type FoundTest, removeTest, testsOf } from './test.store.ts';
import { samplesOf, type TestPacket } from './typed-packet.ts';
import { type FoundVersion, findDraft, findNewest } from './version.store.ts';

interface WorkbenchDeps {
  parsers: Pick<DriverParsers, 'parseWith'>;
  devices: Pick<DriverDevicesPort, 'packetsOf'>;
  clock: Clock;
}

const maxTests = 500;
const comparedPackets = 1_000;
const shownDifferences = 50;

type Scripted = Pick<FoundVersion, 'parser' | 'variables'>;

function toTest({ id, title, packet, expected, createdAt }: FoundTest): ParserTest {
  // The stored parser was validated by the contract's schema.
  return { id, title, packet, expected: expected as ParserTest['expected'], createdAt: createdAt.toISOString() };
}

/** PostgreSQL can't store NUL and lone surrogates in text. */
const isStorable = (values: object) => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(values));

interface Given<R extends Received = Received> {
  received: readonly R[];
  directory: Directory;
}

interface Run<R extends Received = Received> {
  runs: { received: R; parsing: Parsing }[];
  meanMs: number;
}

export function createWorkbenchService({ parsers, devices, clock }: WorkbenchDeps) {
  /** Interprets packets with an unpublished parser. Packets of devices that were deleted meanwhile are left out. */
  async function run<R extends Received>(version: Scripted, { received, directory }: Given<R>): Promise<Run<R>> {
    const { parser, variables } = version;
    const details = new Map<Parsed | undefined, Parsing>();
    const startedMs = performance.now();
    const interpreted = await interpret(received, directory, {
      async parse(_versionId, inputs) {
        const parsings = await parsers.parseWith(parser, variables, inputs);
        for (const parsing of parsings) details.set(parsing.parsed, parsing);
        return parsings.map(({ parsed }) => parsed);
      },
    });
    const meanMs = (performance.now() - startedMs) / Math.max(1, received.length);
    const runs = received.flatMap((each, index) => {
      const parsing = details.get(interpreted[index]?.parsed);
      return parsing ? [{ received: each, parsing }] : [];
    });
    return { runs, meanMs };
  }

  async function runOne(ctx: Ctx, version: Scripted, packet: TestPacket, createdAt: Date) {
    const { runs, meanMs } = await run(version, samplesOf([{ packet, createdAt }], ctx.actor.accountId));
    const { parsing } = runs[0] ?? fail('INTERNAL_ERROR');
    return { parsing, meanMs };
  }

  async function runTests({ actor }: Ctx, version: Scripted, tests: readonly FoundTest[]) {
    const { runs, meanMs } = await run(version, samplesOf(tests, actor.accountId));
    return runs.map(({ parsing }, index) => {
      const actual = testedValues(parsing.parsed);
      return { parsing, meanMs, passed: actual !== undefined && isSame(actual, tests[index]?.expected) };
    });
  }

  /** The version that tests run on: the draft, or the published version for callers who may not see the draft. */
  async function testedVersion(ctx: Ctx, driverId: number): Promise<FoundVersion> {
    const found = (await findDriver(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NOT_FOUND');
    const draft = seesDraft(ctx.actor, found) ? await findDraft(ctx.db, driverId) : undefined;
    return draft ?? (await findNewest(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NOT_PUBLISHED');
  }

  async function expectedNow(ctx: Ctx, driverId: number, packet: TestPacket, at: Date) {
    const { parsed } = (await runOne(ctx, await testedVersion(ctx, driverId), packet, at)).parsing;
    const actual = testedValues(parsed);
    if (actual) return isStorable(actual) ? actual : fail('PACKET_UNSTORABLE');
    const reason = parsed.ok ? parsed.complaint : parsed.reason;
    return fail('PARSER_FAILED', { reason: reason ? renderReason(reason, ctx.language).message : '' });
  }

  async function requireRoom(db: Db, driverId: number, added: number): Promise<void> {
    if (!(await lockDriver(db, driverId))) fail('DEVICEDRIVER_NOT_FOUND');
    if ((await countTests(db, driverId)) + added > maxTests) fail('DEVICEDRIVER_TOO_MANY_TESTS', { limit: maxTests });
  }

  return {
    requireRoom,

    async run(ctx: Ctx, body: RouteInput<typeof runParser>['body']): Promise<ParseResult> {
      const { parsing, meanMs } = await runOne(ctx, body, body.packet, clock.now());
      return toParseResult(parsing, ctx.language, meanMs);
    },

    async listTests(ctx: Ctx, driverId: number): Promise<ParserTest[]> {
      return (await testsOf(ctx.db, driverId)).map(toTest);
    },

    async createTest(ctx: Ctx, driverId: number, body: RouteInput<typeof createParserTest>['body']) {
      await requireRoom(ctx.db, driverId, 1);
      const { title, packet } = body;
      const createdAt = clock.now();
      const expected = body.expected ?? (await expectedNow(ctx, driverId, packet, createdAt));
      const [added] = await addTests(ctx.db, [{ driverId, title, packet, expected, createdAt }]);
      ctx.activity.details = { title };
      return toTest(added ?? fail('INTERNAL_ERROR'));
    },

    async deleteTest(ctx: Ctx, driverId: number, testId: number): Promise<void> {
      if (!(await removeTest(ctx.db, driverId, testId))) fail('DEVICEDRIVER_TEST_NOT_FOUND');
    },

    async runTests(ctx: Ctx, driverId: number): Promise<RouteOutput<typeof runParserTests>['data']> {
      const version = await testedVersion(ctx, driverId);
      const tests = await testsOf(ctx.db, driverId);
      const runs = await runTests(ctx, version, tests);
      return tests.map((test, index) => {
        const { parsing, passed, meanMs } = runs[index] ?? fail('INTERNAL_ERROR');
        const { id, expected } = toTest(test);
        return { id, passed, result: toParseResult(parsing, ctx.language, meanMs), expected };
      });
    },

    async countFailing(ctx: Ctx, driverId: number, version: Scripted): Promise<number> {
      const runs = await runTests(ctx, version, await testsOf(ctx.db, driverId));
      return runs.filter(({ passed }) => !passed).length;
    },

    async compare(ctx: Ctx, driverId: number): Promise<RouteOutput<typeof compareDraft>['data']> {
      const draft = (await findDraft(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NO_DRAFT');
      const newest = (await findNewest(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NOT_PUBLISHED');
      const { packets, directory } = await devices.packetsOf(ctx.db, ctx.actor, driverId, comparedPackets);
      // All packets run with both versions, also those of devices that are pinned to an older one.
      const given = { directory, received: packets.map((packet) => ({ packet, content: packet })) };
      const before = await run(newest, given);
      const after = await run(draft, given);
      const shown = ({ parsing }: { parsing: Parsing }, meanMs: number) => {
        const { variables, error } = toParseResult(parsing, ctx.language, meanMs);
        return { variables, error };
      };
      const differing = before.runs.flatMap((old, index) => {
        const now = after.runs[index];
        return now && !isSame(old.parsing.parsed, now.parsing.parsed) ? [{ old, now }] : [];
      });
      return {
        packets: before.runs.length,
        same: before.runs.length - differing.length,
        different: differing.length,
        differences: differing.slice(0, shownDifferences).flatMap(({ old, now }) => {
          const { packet } = old.received;
          const device = directory.deviceOf(packet);
          if (!device) return [];
          const { id: deviceId, title: deviceTitle } = device.description;
          const receivedAt = new Date(packet.receivedAt).toISOString();
          const [shownBefore, shownAfter] = [shown(old, before.meanMs), shown(now, after.meanMs)];
          return [{ deviceId, deviceTitle, receivedAt, before: shownBefore, after: shownAfter }];
        }),
        durationMs: { before: meanOf(before), after: meanOf(after) },
      };
    },
  };
}
export type WorkbenchService = ReturnType<typeof createWorkbenchService>;

/** Milliseconds per packet: as measured by the scripts, otherwise by the whole run. */
function meanOf({ runs, meanMs }: Run): number {
  const known = runs.flatMap(({ parsing: { usage } }) => (usage ? [usage.durationMs] : []));
  if (known.length === 0) return runs.length === 0 ? 0 : meanMs;
  return known.reduce((sum, ms) => sum + ms, 0) / known.length;
}
