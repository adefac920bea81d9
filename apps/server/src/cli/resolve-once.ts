import { type ResolveFnOutput, registerHooks } from 'node:module';

const home = new URL('../', import.meta.url).href;
const packages = new Map<string, ResolveFnOutput>();
const formats = new Map<string, ResolveFnOutput['format']>();

const isPackage = (specifier: string) => /^[a-z@][^:]*$/.test(specifier);
const isFile = (specifier: string) => /^\.\.?\/.*\.(js|ts)$/.test(specifier);

// At each import Node reads the description of the package anew, to learn where its files are and what format they
// have. That of drizzle-orm has 180 kB, and 300 of our files and all of its own ask for it: half of what a start costs.
// Our own files all mean the same package by a name, and files of one folder and ending have one format.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions } = context;
    if (!parentURL?.startsWith('file:') || !conditions.includes('import')) return nextResolve(specifier, context);
    if (isFile(specifier)) {
      const { href } = new URL(specifier, parentURL);
      const kind = href.slice(0, href.lastIndexOf('/')) + href.slice(href.lastIndexOf('.'));
      if (formats.has(kind)) return { url: href, format: formats.get(kind), shortCircuit: true };
      const found = nextResolve(specifier, context);
      if (found.url === href) formats.set(kind, found.format);
      return found;
    }
    if (!isPackage(specifier) || !parentURL.startsWith(home)) return nextResolve(specifier, context);
    const { url, format } = packages.get(specifier) ?? nextResolve(specifier, context);
    packages.set(specifier, { url, format });
    return { url, format, shortCircuit: true };
  },
});
