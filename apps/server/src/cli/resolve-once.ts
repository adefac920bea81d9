import { type ResolveFnOutput, registerHooks } from 'node:module';

const home = new URL('../', import.meta.url).href;
const packages = new Map<string, ResolveFnOutput>();
const formats = new Map<string, ResolveFnOutput['format']>();

const isPackage = (specifier: string) => /^[a-z@][^:]*$/.test(specifier);
const isFile = (specifier: string) => /^\.\.?\/.*\.(js|ts)$/.test(specifier);

// On each import Node reads the package.json of the package again, to find its files and their format. The one of
// drizzle-orm has 180 kB, and 300 of our files and all of its own cause a read: half of the start-up time. Caching is
// safe: a package name means the same package in all our files, and files of one folder and extension share a format.
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
