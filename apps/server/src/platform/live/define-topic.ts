import type { Actor } from '../http/ctx.ts';

type TopicParams = Record<string, string>;

export interface TopicKind {
  /** `{name}` marks a parameter: `job/{id}`. */
  readonly pattern: string;
  /** Checks whether the caller may subscribe. False both for missing objects and for objects they must not see. */
  authorise(actor: Actor, params: TopicParams): Promise<boolean>;
  /** For topics whose messages concern different objects: checks whether this listener may get this message. */
  accepts?(actor: Actor, about: unknown): boolean;
}

export const defineTopic = (kind: TopicKind): TopicKind => kind;

export interface FoundTopic {
  kind: TopicKind;
  params: TopicParams;
}

export function createTopicFinder(kinds: readonly TopicKind[]): (topic: string) => FoundTopic | undefined {
  const compiled = kinds.map((kind) => ({
    kind,
    matcher: new RegExp(`^${kind.pattern.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[A-Za-z0-9_.-]+)')}$`),
  }));
  return (topic) => {
    for (const { kind, matcher } of compiled) {
      const match = matcher.exec(topic);
      if (match) return { kind, params: { ...match.groups } };
    }
    return undefined;
  };
}
