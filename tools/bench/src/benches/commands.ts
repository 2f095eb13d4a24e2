import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bench, Figure } from '../bench.ts';
import { installPackedKb } from '../packed-kb.ts';
import { timeOf } from '../process-tree.ts';

/** A command, the project that it begins with, and the longest that it should take, in milliseconds. */
interface MeasuredCommand {
  readonly name: string;
  readonly goal?: number;
  /** The commands before it, which are not measured. */
  readonly before: readonly (readonly string[])[];
  readonly words: readonly string[];
}

const init = ['init', '--domain', 'example.com'];
const createApi = ['create', 'api', '--group', 'crew', '--kind', 'Captain'];

const measured: readonly MeasuredCommand[] = [
  { name: 'kb --help', goal: 100, before: [], words: ['--help'] },
  { name: 'kb create api --help', before: [], words: ['create', 'api', '--help'] },
  { name: 'kb init, without npm install', goal: 300, before: [], words: init },
  { name: 'kb create api, which generates', goal: 1500, before: [init], words: createApi },
  {
    name: 'kb create webhook, which generates',
    goal: 1500,
    before: [init, createApi],
    words: ['create', 'webhook', '--kind', 'Captain', '--defaulting'],
  },
];

/** Measures how long the commands take that people wait for. */
export const commandsBench: Bench = {
  name: 'commands',
  summary: 'the commands that people wait for, as processes of the packed kb, whose code V8 has compiled before',
  async run(runs, { kb }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-commands-'));
    try {
      const launcher = kb ?? (await installPackedKb(path.join(folder, 'kb')));
      const system = process.env['KB_SYSTEM_NODE'];
      const figures: Figure[] = [];
      for (const command of measured) {
        figures.push(await measure(command, [process.execPath, launcher], path.join(folder, 'project'), runs));
        if (system === undefined) continue;
        // An older Node starts the pinned one, which takes longer: the goals are for a Node that kb runs on.
        const { goal: _goal, ...figure } = await measure(
          command,
          [system, launcher],
          path.join(folder, 'project'),
          runs,
        );
        figures.push({ ...figure, name: `${command.name} (system Node)` });
      }
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  { name, goal, before, words }: MeasuredCommand,
  [node, launcher]: readonly [string, string],
  project: string,
  runs: number,
): Promise<Figure> {
  const kb = (args: readonly string[]): Promise<number> =>
    timeOf({ program: node, args: [launcher, ...args], cwd: project });
  const values: number[] = [];
  for (let run = -1; run < runs; run++) {
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project, { recursive: true });
    for (const earlier of before) await kb(earlier);
    const took = await kb(words);
    // The first run warms up.
    if (run >= 0) values.push(took);
  }
  return { name, unit: 'ms', ...(goal !== undefined && { goal }), values };
}
