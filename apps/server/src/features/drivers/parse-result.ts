import type { ParseResult } from '@stellwerk/contract/driver-workbench';
import { isErrorCode } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import type { Reason } from '../../ingest/ports.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { ScriptLogLine } from '../../platform/sandbox/script.ts';
import type { Parsing } from './parsers/kind.ts';

export function renderReason({ code, params }: Reason, language: Language): { code: string; message: string } {
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { code: known, message: renderError({ code: known, params, issues: [] }, language, '').message };
}

const logText = ({ level, text }: ScriptLogLine) => (level === 'log' ? text : `${level}: ${text}`);

const toIso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export function toParseResult({ parsed, usage, line }: Parsing, language: Language, tookMs: number): ParseResult {
  const reason = parsed.ok ? parsed.complaint : parsed.reason;
  const sets = parsed.ok ? parsed.sets : [];
  return {
    variables: sets.map(({ at, values }) => ({ time: toIso(at), values })),
    logs: (usage?.logs ?? []).map(logText),
    durationMs: usage?.durationMs ?? tookMs,
    memoryBytes: usage ? Math.round(usage.memoryBytes) : null,
    error: reason ? { ...renderReason(reason, language), line: line ?? null } : null,
  };
}
