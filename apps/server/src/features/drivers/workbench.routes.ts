import {
  compareDraft,
  createParserTest,
  deleteParserTest,
  importCodec,
  listParserTests,
  runParser,
  runParserTests,
} from '@stellwerk/contract/driver-workbench';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { CodecService } from './codec.service.ts';
import type { WorkbenchService } from './workbench.service.ts';

interface WorkbenchServices {
  workbench: WorkbenchService;
  codecs: CodecService;
}

export const workbenchRoutes = ({ workbench, codecs }: WorkbenchServices): HandledRoute[] => [
  handle(runParser, async (ctx, { body }) => ({ data: await workbench.run(ctx, body) })),
  handle(listParserTests, async (ctx, { params }) => ({ data: await workbench.listTests(ctx, params.id) })),
  handle(createParserTest, async (ctx, { params, body }) => ({
    data: await workbench.createTest(ctx, params.id, body),
  })),
  handle(deleteParserTest, async (ctx, { params }) => {
    await workbench.deleteTest(ctx, params.id, params.testId);
    return { data: { deleted: true as const } };
  }),
  handle(runParserTests, async (ctx, { params }) => ({ data: await workbench.runTests(ctx, params.id) })),
  handle(compareDraft, async (ctx, { params }) => ({ data: await workbench.compare(ctx, params.id) })),
  handle(importCodec, async (ctx, { params, body }) => ({
    data: await codecs.importCodec(ctx, params.id, body),
  })),
];
