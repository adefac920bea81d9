/** The subset of shell syntax in the guides: words, quotes, variables, continued lines. */

export type Variables = ReadonlyMap<string, string>;

/** Commands of a code block as lists of words, with variables expanded. */
export function commandsIn(text: string, variables: Variables): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote = '';
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (quote === "'") {
      if (letter === "'") quote = '';
      else word = `${word ?? ''}${letter}`;
    } else if (letter === '\\') {
      // An escaped line break is dropped; any other escaped character is literal.
      if (next !== '\n') word = `${word ?? ''}${next}`;
      at += 1;
    } else if (letter === '$') {
      const [name = ''] = /^\w+/.exec(text.slice(at + 1)) ?? [];
      const value = variables.get(name);
      if (value === undefined) throw new Error(`The guide uses $${name} before it says what it is`);
      word = `${word ?? ''}${value}`;
      at += name.length;
    } else if (letter === '"' || (letter === "'" && quote === '')) {
      quote = quote === '' ? letter : '';
      word ??= '';
    } else if (quote === '' && letter === '\n') endCommand();
    else if (quote === '' && letter === ' ') endWord();
    else word = `${word ?? ''}${letter}`;
  }
  if (quote !== '') throw new Error(`A quote does not end: ${text}`);
  endCommand();
  return commands;
}

/** Converts a curl call into a request; options that the guides don't use are refused. */
export function requestOf([program, ...words]: readonly string[]): Request {
  if (program !== 'curl') throw new Error(`Not a call of curl: ${program}`);
  const headers = new Headers();
  const rest = [...words];
  let url: string | undefined;
  let method: string | undefined;
  let body: string | undefined;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-sS') continue;
    if (word === '-X') method = rest.shift();
    else if (word === '-d') body = rest.shift();
    else if (word === '-H') {
      const [, name = '', text = ''] = /^([\w-]+): (.*)$/.exec(rest.shift() ?? '') ?? [];
      headers.set(name, text);
    } else if (word.startsWith('-') || url !== undefined) throw new Error(`Unknown option of curl: ${word}`);
    else url = word;
  }
  if (url === undefined) throw new Error('curl without an address');
  if (body === undefined) return new Request(url, { method: method ?? 'GET', headers });
  // Same default as curl.
  if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, { method: method ?? 'POST', headers, body });
}

/** Options of a program as pairs, such as `-t topic`. */
export function optionsOf(words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    if (!word.startsWith('-')) throw new Error(`Not an option: ${word}`);
    const hasValue = next !== undefined && !next.startsWith('-');
    options.set(word, hasValue ? next : '');
    if (hasValue) at += 1;
  }
  return options;
}
