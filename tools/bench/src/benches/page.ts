import { builtPageFolder } from '@kb/dashboard/server';
import { chromePath, launchChromium } from '../../../../packages/dashboard/test/browser/test-support/chromium.ts';
import type { Bench, Figure } from '../bench.ts';
import { measurePage, type PageFigures } from '../page/measure-page.ts';
import { type PageCluster, startPageCluster } from '../page/page-cluster.ts';

const CHANGES_PER_SECOND = 200;
/** At 60 frames a second a browser has 16.7 ms for each. */
const GOAL_FRAME_MS = 17;
const GOAL_FIRST_PAINT_MS = 1000;
const GOAL_HEAP_MB = 200;
/** A page that is left open must not be felt. */
const GOAL_RESTING_PERCENT = 5;

/** Measures the live page in Chromium, beside the API server that serves it. */
export const pageBench: Bench = {
  name: 'page',
  summary: `the live page in Chromium, scrolled for 5 s while ${CHANGES_PER_SECOND} objects change each second`,
  async run(runs) {
    const pageFolder = builtPageFolder();
    if (chromePath === undefined || pageFolder === undefined) {
      console.log('  SKIPPED: it needs Chromium (CHROME_PATH) and the built page');
      return [];
    }
    const figures: Figure[] = [];
    for (const [kinds, objects] of [
      [20, 500],
      [1, 10_000],
    ] as const) {
      const cluster = await startPageCluster(kinds, objects, pageFolder);
      try {
        figures.push(...figuresOf(`${kinds} × ${objects} objects`, await measure(cluster, runs)));
      } finally {
        await cluster.stop();
      }
    }
    return figures;
  },
};

async function measure(cluster: PageCluster, runs: number): Promise<PageFigures[]> {
  const browser = await launchChromium();
  try {
    const measured: PageFigures[] = [];
    for (let run = 0; run <= runs; run += 1) {
      const figures = await measurePage(browser, cluster, CHANGES_PER_SECOND);
      if (run > 0) measured.push(figures);
    }
    return measured;
  } finally {
    await browser.close();
  }
}

function figuresOf(name: string, measured: readonly PageFigures[]): Figure[] {
  const of = (figure: (page: PageFigures) => number): number[] => measured.map(figure);
  return [
    { name: `${name}: first rows`, unit: 'ms', values: of((page) => page.firstPaint), goal: GOAL_FIRST_PAINT_MS },
    { name: `${name}: heap`, unit: 'MB', values: of((page) => page.heap), goal: GOAL_HEAP_MB },
    { name: `${name}: median frame`, unit: 'ms', values: of((page) => quantile(page.frames, 0.5)) },
    {
      name: `${name}: 95 % of frames`,
      unit: 'ms',
      values: of((page) => quantile(page.frames, 0.95)),
      goal: GOAL_FRAME_MS,
    },
    {
      name: `${name}: server while the page rests`,
      unit: '%',
      values: of((page) => page.restingServer),
      goal: GOAL_RESTING_PERCENT,
    },
  ];
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
