import { useCallback, useMemo, useState } from 'react';
import { useIssueText } from '../../../ui/form/use-issue-text.ts';
import { isSame } from '../parser/value-diff.ts';
import { type Content, changedParts, contentIssues, valueAt } from './content.ts';

/**
 * The content on the screen beside the one on the server. While nothing was changed here, what comes from the server
 * shows at once; after that it stays what it is until it is saved or given up.
 */
export function useDraftState(stored: Content) {
  const [kept, setKept] = useState({ stored, content: stored });
  const [hasTried, setTried] = useState(false);
  if (kept.stored !== stored) {
    const isUntouched = isSame(kept.stored, kept.content);
    setKept({ stored, content: isUntouched ? stored : kept.content });
  }
  const { content } = kept;
  const changed = useMemo(() => changedParts(stored, content), [stored, content]);
  const translate = useIssueText();
  const issues = useMemo(() => contentIssues(content), [content]);
  const texts = useMemo(() => new Map(issues.map((issue) => [issue.path, translate(issue)])), [issues, translate]);

  return {
    content,
    changed,
    isDirty: Object.keys(changed).length > 0,
    hasIssues: issues.length > 0,
    change: useCallback(
      (part: Partial<Content>) => setKept((now) => ({ ...now, content: { ...now.content, ...part } })),
      [],
    ),
    revert: useCallback(() => setKept((now) => ({ ...now, content: now.stored })), []),
    /** The server may have tidied what it was sent; what was typed in the meantime stays. */
    settle: useCallback(
      (sent: Content, answered: Content) =>
        setKept((now) => ({ ...now, content: isSame(now.content, sent) ? answered : now.content })),
      [],
    ),
    setTried,
    /** Nobody is told that a field is empty before they had a chance to fill it. */
    issueAt: useCallback(
      (path: string) => (hasTried || valueAt(content, path) !== '' ? texts.get(path) : undefined),
      [hasTried, content, texts],
    ),
  };
}
