import { parser as parserSchema, targetVariable } from '@stellwerk/contract/driver';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { useCan } from '../../../lib/abilities.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { useStoredText } from '../../../ui/use-stored-text.ts';
import { useDraft } from '../draft/draft-context.ts';
import { type RunInput, useRun } from '../workbench.queries.ts';
import { inputOf, type PacketInput, packetFormats, readPacket } from './packet-text.ts';

/** Nobody wants an answer to half a word. */
const delayMs = 400;
const noInput: PacketInput = { text: '', format: 'auto', port: '', meta: '' };

function inputFrom(remembered: string | null): PacketInput {
  try {
    const read: unknown = JSON.parse(remembered ?? 'null');
    if (typeof read !== 'object' || read === null) return noInput;
    const textAt = (name: string) => String(Reflect.get(read, name) ?? '');
    const format = packetFormats.find((known) => known === textAt('format')) ?? 'auto';
    return { text: textAt('text'), format, port: textAt('port'), meta: textAt('meta') };
  } catch {
    return noInput;
  }
}

/** What was pasted for a driver is there again tomorrow, in this browser. */
function useInput(driverId: number) {
  const [remembered, remember] = useStoredText(`driver.${driverId}.packet`);
  const input = useMemo(() => inputFrom(remembered), [remembered]);
  const change = useCallback(
    (part: Partial<PacketInput>) => remember(JSON.stringify({ ...input, ...part })),
    [input, remember],
  );
  return [input, change] as const;
}

const addressPacket = z.object({ payload: z.unknown(), meta: z.record(z.string(), z.unknown()).optional() });

/** `packet` in the address: one that somebody wants to try here. It takes the place of what was there, once. */
function usePacketOfAddress(take: (input: PacketInput) => void): void {
  const [{ packet }, setSearch] = useSearchParams();
  useEffect(() => {
    if (packet === undefined) return;
    const read = addressPacket.safeParse(packet);
    if (read.success) take(inputOf(read.data));
    void setSearch({ packet: undefined });
  }, [packet, take, setSearch]);
}

/** A packet, the parser on the screen, and what comes out. */
export function useWorkbench() {
  const { driver, content } = useDraft();
  const { parser, variables } = content;
  const mayRun = useCan('DeviceDriver.manage');
  const [input, changeInput] = useInput(driver.id);
  usePacketOfAddress(changeInput);
  const [automatic, rememberAutomatic] = useStoredText('driver.autoRun');
  // A parser at an address belongs to somebody else, who is not to be asked with every keystroke.
  const canBeAutomatic = parser.type !== 'url';
  const isAutomatic = canBeAutomatic && automatic !== 'off';

  const reading = useMemo(() => readPacket(input), [input]);
  const isComplete = useMemo(() => parserSchema.safeParse(parser).success, [parser]);
  const wanted = useMemo(() => {
    if (!mayRun || !isComplete || reading.status !== 'ready') return undefined;
    const known = variables.filter((variable) => targetVariable.safeParse(variable).success);
    return JSON.stringify({ parser, variables: known, packet: reading.packet } satisfies RunInput);
  }, [mayRun, isComplete, reading, parser, variables]);

  const [asked, setAsked] = useState(isAutomatic ? wanted : undefined);
  useEffect(() => {
    if (!isAutomatic) return;
    const timer = setTimeout(() => setAsked(wanted), delayMs);
    return () => clearTimeout(timer);
  }, [isAutomatic, wanted]);
  const askedInput = useMemo((): RunInput | undefined => asked && JSON.parse(asked), [asked]);
  const run = useRun(askedInput);
  const { refetch } = run;
  const runNow = useCallback(() => {
    if (wanted === undefined) return;
    if (wanted === asked) void refetch();
    else setAsked(wanted);
  }, [wanted, asked, refetch]);

  return {
    input,
    changeInput,
    reading,
    run,
    runNow,
    canRun: wanted !== undefined,
    mayRun,
    isComplete,
    /** The result on the screen is of what stood there before. */
    isStale: wanted !== asked || run.isPlaceholderData,
    canBeAutomatic,
    isAutomatic,
    setAutomatic: (isOn: boolean) => rememberAutomatic(isOn ? 'on' : 'off'),
  };
}
export type Workbench = ReturnType<typeof useWorkbench>;
