import { covers } from '../policy/policy.ts';
import { defineTopic } from './define-topic.ts';

/**
 * A topic without content on which clients hear that something of an account has changed, so that they read again. A
 * message is about the path of the account's scope: users with roles in the account, below it or above it get it.
 */
export const accountTopic = (pattern: string) =>
  defineTopic({
    pattern,
    authorise: async () => true,
    accepts: ({ grants }, about) =>
      typeof about === 'string' && grants.some(({ scope }) => covers(scope, about) || covers(about, scope)),
  });
