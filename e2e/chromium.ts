import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The headless shell renders pages without browser windows, which makes the tests a quarter faster.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

const installed = () => [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path));

/** Debian's package, if no browser is installed and the tests may install one. */
function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  // Older releases contain only the whole browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const done = spawnSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options);
    if (done.status === 0) return installed();
  }
  return undefined;
}

/**
 * The system's Chromium, otherwise the one from npm (built for x64 only), otherwise Debian's package. The one from npm
 * is unpacked on first use. Its default arguments are left out: a single process for all pages would end with the first
 * page that crashes.
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

/** WebGL without a graphics card, for maps alone: other pages, and pages around a map, render faster without it. */
const mapFlags = [
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

// No telemetry.
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Pages of tests are too short-lived for the optimising compiler. */
const briefFlags = ['--js-flags=--no-turbofan'];

interface LaunchOptions {
  withMaps?: boolean;
  isBrief?: boolean;
}

export const chromiumFlags = ({ withMaps = false, isBrief = false }: LaunchOptions = {}) => [
  ...flags,
  ...(withMaps ? mapFlags : ['--disable-gpu']),
  ...(isBrief ? briefFlags : []),
];

export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumFlags(options) });
}
