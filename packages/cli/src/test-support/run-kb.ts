import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Disk } from '@kb/codegen';
import { main } from '../main.ts';

/** The output and the exit code of a run of kb. */
export interface KbRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly place?: string;
  readonly disk?: Disk | undefined;
}

/** A folder to run kb in, removed when it is disposed of. */
export interface TestFolder extends Disposable {
  readonly path: string;
  kb(...args: string[]): Promise<KbRun>;
  /** Runs kb in a folder inside it. */
  kbIn(place: string, ...args: string[]): Promise<KbRun>;
  /** Runs kb with these environment variables. */
  kbWith(env: Readonly<Record<string, string>>, ...args: string[]): Promise<KbRun>;
  /** Runs kb with these environment variables, which writes with this file system. */
  kbOn(options: Pick<RunOptions, 'env' | 'disk'>, ...args: readonly string[]): Promise<KbRun>;
  /** Runs kb with this text on standard input. */
  kbReading(stdin: string, ...args: string[]): Promise<KbRun>;
  write(file: string, content: string): void;
  read(file: string): string;
  /** Removes an existing file. */
  remove(file: string): void;
  /** Replaces text in a file, which must contain it. */
  edit(file: string, from: string, to: string): void;
  /** Every file with its content; equal snapshots mean that nothing was changed. */
  snapshot(): Record<string, string>;
  /** The modification time of each file; equal times mean that nothing was written, not even the same content. */
  times(): Record<string, number>;
}

/** Creates a folder with a name as of a project. */
export function testFolder(): TestFolder {
  const parent = mkdtempSync(path.join(tmpdir(), 'kb-cli-'));
  const folder = path.join(parent, 'shop');
  mkdirSync(folder);
  const absolute = (file: string): string => path.join(folder, file);
  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(absolute(file)), { recursive: true });
    writeFileSync(absolute(file), content);
  };
  const files = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(absolute(file)).isFile())
      .toSorted();
  const run = async (
    { env = {}, stdin = '', place = '', disk }: RunOptions,
    args: readonly string[],
  ): Promise<KbRun> => {
    let out = '';
    let err = '';
    const code = await main(args, {
      cwd: absolute(place),
      env,
      ...(disk !== undefined && { disk }),
      stdin: Readable.from([Buffer.from(stdin)]),
      terminal: {
        interactive: false,
        colours: false,
        print: (text) => void (out += `${text}\n`),
        printError: (text) => void (err += `${text}\n`),
        paint: (_colour, text) => text,
      },
    });
    return { code, out, err };
  };
  return {
    path: folder,
    kb: (...args) => run({}, args),
    kbIn: (place, ...args) => run({ place }, args),
    kbWith: (env, ...args) => run({ env }, args),
    kbOn: (options, ...args) => run(options, args),
    kbReading: (stdin, ...args) => run({ stdin }, args),
    write,
    read: (file) => readFileSync(absolute(file), 'utf8'),
    remove: (file) => rmSync(absolute(file)),
    edit(file, from, to) {
      const before = readFileSync(absolute(file), 'utf8');
      if (!before.includes(from)) throw new Error(`${file} has no "${from}"`);
      write(file, before.replace(from, to));
    },
    snapshot: () => Object.fromEntries(files().map((file) => [file, readFileSync(absolute(file), 'utf8')])),
    times: () => Object.fromEntries(files().map((file) => [file, statSync(absolute(file)).mtimeMs])),
    [Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
  };
}
