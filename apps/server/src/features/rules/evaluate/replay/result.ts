import type { replayRule } from '@stellwerk/contract/rule-run';
import type { z } from 'zod';
import type { RunProblem } from '../run.ts';

type Wire = z.output<typeof replayRule.response>['data'];

/** The response of the call, except for the text of the problem, which depends on the language of the user. */
export type ReplayResult = Omit<Wire, 'problem'> & { problem: RunProblem | null };
