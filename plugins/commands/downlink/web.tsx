import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { ArrowDownToLine } from 'lucide-react';

type Options = Readonly<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
/** A downlink of the driver defines all other fields. */
const isOwn = ({ name }: Options) => textOf(name) === '';
const isNamed = ({ payload }: Options) => textOf(payload) === '';

export const web = defineCommandWeb({
  icon: ArrowDownToLine,
  order: 40,
  fields: [
    { name: 'name', isDownlinkName: true, when: isNamed },
    { name: 'payload', placeholder: '01ff', hasPlaceholders: true, when: isOwn },
    { name: 'encoding', when: isOwn },
    { name: 'port', when: isOwn },
    { name: 'confirmed', when: isOwn },
    { name: 'gatewayIds', when: isOwn },
  ],
  summary: ({ name, payload, port }) => textOf(name) || (textOf(payload) ? `${port ?? 1}: ${textOf(payload)}` : ''),
});
