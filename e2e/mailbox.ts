import { type ReceivedMail, startMailServer } from '../apps/server/src/platform/mail/testing/mailbox.ts';

/** A real mail server, and a promise for each mail that it takes. */
export async function startMailbox() {
  let closed = Promise.withResolvers<void>();
  const { port, received } = await startMailServer({ onClose: () => closed.resolve() });
  return {
    port,
    async next(): Promise<ReceivedMail> {
      for (;;) {
        const mail = received.shift();
        if (mail) return mail;
        await closed.promise;
        closed = Promise.withResolvers();
      }
    },
  };
}
