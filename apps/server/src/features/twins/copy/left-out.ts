import type { Language } from '@stellwerk/contract/text';
import type { LeftOutRules } from '@stellwerk/contract/twin-copy';
import { textOfError } from '../../../platform/errors/render.ts';
import type { JobItemError } from '../../../platform/jobs/define-job.ts';
import type { LeftOutRule } from '../ports.ts';

const keyOf = ({ title, code, params }: LeftOutRule) => JSON.stringify([title, code, params]);

/** Copies of one call often share their reasons: each appears once. */
export const distinctRules = (rules: readonly LeftOutRule[]): LeftOutRule[] => [
  ...new Map(rules.map((rule) => [keyOf(rule), rule])).values(),
];

export const leftOutToWire = (rules: readonly LeftOutRule[], language: Language): LeftOutRules =>
  rules.map(({ title, code, params }) => ({ title, reason: textOfError(code, params, language) }));

/** The reason is translated for the reader of the job. */
export const leftOutToJob = ({ title, code, params }: LeftOutRule): Pick<JobItemError, 'code' | 'params'> => ({
  code: 'RULE_NOT_CARRIED',
  params: { ...params, rule: title, code },
});
