interface Named {
  firstName: string;
  lastName: string;
  username: string;
}

/** People by their name, programs and people without a name by their user name. */
export const userName = ({ firstName, lastName, username }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username;
