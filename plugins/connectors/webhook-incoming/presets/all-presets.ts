import type { NetworkPreset } from '@stellwerk/plugin/network-preset';
import { chirpstack } from './chirpstack.ts';
import { helium } from './helium.ts';
import { loriot } from './loriot.ts';
import { sigfox } from './sigfox.ts';
import { theThingsStack } from './the-things-stack.ts';
import { thingpark } from './thingpark.ts';

export const presets: readonly NetworkPreset[] = [theThingsStack, chirpstack, thingpark, loriot, sigfox, helium];
