import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** The browser of the tests: `CHROME_PATH`, or one of the usual places. */
export const chromePath: string | undefined = [process.env['CHROME_PATH'], ...PLACES].find(
  (place) => place !== undefined && existsSync(place),
);

if (chromePath === undefined)
  console.warn('SKIPPED: the tests of the page need Chromium. Install it, or set CHROME_PATH to its program.');

/** How long a page may take to show something, as long as `expect.poll` waits. In milliseconds. */
export const PAGE_TIMEOUT = 60_000;

/** Starts the browser without anything that it would ask the network for. */
export function launchChromium(): Promise<Browser> {
  if (chromePath === undefined) throw new Error('there is no browser');
  return chromium.launch({
    executablePath: chromePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
