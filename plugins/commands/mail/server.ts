import { defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillLine, fillText } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

const longestSubject = 300;

export const server = defineCommandServer(manifest, () => ({
  fill: ({ to, subject, body }, lookup) => ({
    to: to.map((each) => fillLine(each, lookup)),
    subject: fillLine(subject, lookup).slice(0, longestSubject),
    body: fillText(body, lookup),
  }),

  targetOf: ({ to }) => to.join(', '),

  forTest: (options, { email }) => ({ ...options, to: [email] }),

  run({ connector, mail }, { to, subject, body }) {
    return connector ? connector.send({ to, subject, text: body }) : mail.send({ to, subject, text: body });
  },
}));
