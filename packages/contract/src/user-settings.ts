import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';
import { colourModes } from './setting.ts';
import { languages } from './text.ts';

/** `brand`: the colours of the domain. */
export const colourSchemes = ['brand', 'petrol', 'blue', 'violet', 'green', 'grey'] as const;
export type ColourScheme = (typeof colourSchemes)[number];

/** What a user chooses in one browser and finds again in all others; absent settings are not chosen. */
export const userSettings = z
  .object({
    colourScheme: z.enum(colourSchemes),
    colourMode: z.enum(colourModes),
    language: z.enum(languages),
    miniMenu: z.boolean(),
    /** 1 to 4, as in the address of a map. */
    mapStyle: z.int().min(1).max(4),
    map3d: z.boolean(),
    rowsPerPage: z.int().min(1).max(100),
  })
  .partial();
export type UserSettings = z.output<typeof userSettings>;

export const readUserSettings = defineRoute({
  method: 'GET',
  path: '/api/v1/user/own/settings',
  tag: 'user',
  summary: 'The caller’s settings of the web client',
  permission: 'login',
  response: dataOf(userSettings),
});

export const updateUserSettings = defineRoute({
  method: 'PUT',
  path: '/api/v1/user/own/settings',
  tag: 'user',
  summary: 'Change the caller’s settings; absent ones stay',
  permission: 'login',
  body: userSettings,
  response: dataOf(userSettings),
});
