import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The shell draws pages alone, without a browser around them: the tests take a quarter less time.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

const installed = () => [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path));

/** Debian's package, where there is no browser yet and the tests may install one. */
function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  // Older releases have the whole browser alone.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const done = spawnSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options);
    if (done.status === 0) return installed();
  }
  return undefined;
}

/**
 * The system's Chromium, else the one from npm (built for x64 only), else Debian's package. The one from npm is unpacked
 * when it is first needed. Its own arguments are left out: one process for all pages ends with the first page that fails.
 */
export async function findChromium(): Promise<string> {
  const found = installed();
  if (found) return found;
  if (process.arch === 'x64' && process.platform === 'linux') {
    const bundled = await import('@sparticuz/chromium');
    return bundled.default.executablePath();
  }
  const fresh = installDebianPackage();
  if (fresh) return fresh;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH');
}

/** WebGL without a graphics card, for maps alone: pages draw faster without it, and so do pages around a map. */
const mapFlags = [
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

// Nothing that phones home.
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Pages of tests don't live long enough for the optimising compiler to be worth its while. */
const briefFlags = ['--js-flags=--no-turbofan'];

export async function launchChromium({ withMaps = false, isBrief = false } = {}): Promise<Browser> {
  const executablePath = await findChromium();
  const further = [...(withMaps ? mapFlags : ['--disable-gpu']), ...(isBrief ? briefFlags : [])];
  return chromium.launch({ executablePath, args: [...flags, ...further] });
}
