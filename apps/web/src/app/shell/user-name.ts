import type { SessionUser } from '@stellwerk/contract/session';

const namesOf = (user: SessionUser) => [user.firstName, user.lastName].filter(Boolean);

export const fullName = (user: SessionUser): string => namesOf(user).join(' ') || user.username;

export function initialsOf(user: SessionUser): string {
  const names = namesOf(user);
  const letters = names.length > 0 ? names.map((name) => [...name][0]) : [...user.username].slice(0, 2);
  return letters.join('').toUpperCase();
}
