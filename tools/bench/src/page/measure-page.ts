import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { PageCluster } from './page-cluster.ts';

/** What a browser shows of a page. */
export interface PageFigures {
  /** From the navigation until the first rows are there, in milliseconds. */
  readonly firstPaint: number;
  /** Of the page's own objects, after a garbage collection, in megabytes. */
  readonly heap: number;
  /** Between two frames, in milliseconds. */
  readonly frames: readonly number[];
  /**
   * What this process, which serves the page and the cluster, computes while the table is open and nothing changes: in
   * percent of a core.
   */
  readonly restingServer: number;
}

const WATCHED_MS = 5000;
/** The server may still collect the garbage of the list. */
const SETTLE_MS = 1000;

/**
 * Opens the table of a kind, rests, and then watches its frames for some seconds while it is scrolled and objects
 * change.
 */
export async function measurePage(browser: Browser, cluster: PageCluster, changes: number): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    // The address with the secret leads to the one without: only the second is what a user sees each time.
    await page.goto(cluster.url);
    await page.goto('about:blank');
    const address = `${new URL(cluster.url).origin}/#/objects/bench.example.com/v1/${cluster.kinds[0]}`;
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('row', { name: /object-00000/ }).waitFor();
    const firstPaint = performance.now() - began;
    await page.getByRole('status').getByText(String(cluster.objectsOfKind), { exact: true }).waitFor();
    const restingServer = await restingCost();
    const stop = cluster.change(changes);
    const frames = await page.evaluate<number[]>(watchFrames(WATCHED_MS)).finally(stop);
    const devtools = await context.newCDPSession(page);
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('Performance.enable');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
    return { firstPaint, heap, frames, restingServer };
  } finally {
    await context.close();
  }
}

/** What this process computes while it waits, in percent of a core. */
async function restingCost(): Promise<number> {
  await setTimeout(SETTLE_MS);
  const before = process.cpuUsage();
  const began = performance.now();
  await setTimeout(WATCHED_MS);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / (performance.now() - began)) * 100;
}

/** A program for the page: scrolls the table by a row a frame, and returns the times between frames. */
function watchFrames(ms: number): string {
  return `new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const times = [];
    let last = performance.now();
    const end = last + ${ms};
    const frame = (now) => {
      times.push(now - last);
      last = now;
      grid.scrollTop += 28;
      if (now < end) requestAnimationFrame(frame);
      else resolve(times.slice(1));
    };
    requestAnimationFrame(frame);
  })`;
}
