import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_PACKAGE } from '@kb/tools-release';

/** A package that has the npm name `kb`, as the one on the public registry, which is not ours. */
export interface StrangersPackage {
  /** For `npm publish`. */
  readonly folder: string;
  /** Whether its command has run. */
  hasRun(): boolean;
}

/** Writes such a package to a new folder. Its command `kb` records that it ran. */
export function strangersPackage(folder: string): StrangersPackage {
  const canary = `${folder}-has-run`;
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'kb', version: '9.9.9', description: "A stranger's.", bin: { kb: 'kb.js' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'kb.js'),
    `#!/usr/bin/env node\nrequire('node:fs').writeFileSync(${JSON.stringify(canary)}, process.argv.join(' '));\n`,
  );
  return { folder, hasRun: () => existsSync(canary) };
}

/** What {@link callUninstalled} needs. */
export interface Uninstalled {
  /** This repository. */
  readonly root: string;
  /** For new folders. */
  readonly folder: string;
  /** The arguments of kb that create a project. */
  readonly init: readonly string[];
  /** Runs a command as a user without a terminal. */
  readonly run: (words: readonly string[], cwd: string) => Promise<{ readonly code: number; readonly output: string }>;
}

/**
 * Calls what the pages, the messages and a new project name, where nothing is installed: `npx kb` has to be refused in
 * a new project and in this clone, and `npx @kb/cli` has to print its help in an empty folder. Prints the problems;
 * resolves with whether there are none.
 */
export async function callUninstalled({ root, folder, init, run }: Uninstalled): Promise<boolean> {
  const place = (name: string): string => {
    const made = join(folder, name, 'shop');
    mkdirSync(made, { recursive: true });
    return made;
  };
  const [project, created, clone, empty] = [place('new'), place('created'), place('clone'), place('empty')];
  for (const file of ['package.json', '.npmrc', 'package-lock.json']) cpSync(join(root, file), join(clone, file));
  const problems: string[] = [];
  const expectOutput = async (words: readonly string[], cwd: string, says: RegExp): Promise<void> => {
    const { code, output } = await run(words, cwd);
    if (!says.test(output)) problems.push(`${words.join(' ')} in ${cwd} ended with ${code}:\n${output}`);
  };
  const next = /Next: npm install, then npx kb create api/;
  await expectOutput(['npx', COMMAND_PACKAGE, ...init], project, next);
  await expectOutput(['npm', 'init', '@kb', '--', ...init.slice(1)], created, next);
  const files = new Map(filesOf(project).map((file) => [file, readFileSync(join(project, file), 'utf8')]));
  const same = filesOf(created).every((file) => files.get(file) === readFileSync(join(created, file), 'utf8'));
  if (!same || filesOf(created).length !== files.size) problems.push('npm init @kb creates another project');

  const texts = [...files.values(), ...textsOf(root)];
  const own = calledWords(texts, 'kb');
  for (const cwd of [project, clone])
    for (const word of own) await expectOutput(['npx', 'kb', word, '--help'], cwd, /canceled due to missing packages/);
  // Folders of the project, where its .npmrc counts too.
  for (const inside of ['packages/controller', 'packages/controller/src', 'config/default'])
    await expectOutput(['npx', 'kb', 'generate', '--help'], join(project, inside), /canceled due to missing packages/);
  for (const script of ['start', 'test', 'run generate', 'run typecheck'])
    await expectOutput(['npm', ...script.split(' ')], project, /not found/);
  const remote = calledWords(texts, COMMAND_PACKAGE);
  for (const word of remote) await expectOutput(['npx', COMMAND_PACKAGE, word, '--help'], empty, /^(?:Flags|Usage):/m);
  for (const problem of problems) console.log(`FAIL  ${problem}`);
  console.log(
    `nothing installed: npx kb is refused (${own.join(', ')}); npx ${COMMAND_PACKAGE} runs (${remote.join(', ')})`,
  );
  return problems.length === 0;
}

/** The files of a folder, sorted. */
function filesOf(folder: string): string[] {
  return globSync(['**/*', '**/.*'], { cwd: folder })
    .filter((file) => !file.includes('node_modules') && statSync(join(folder, file)).isFile())
    .toSorted();
}

/** The pages and the sources of messages. */
function textsOf(root: string): string[] {
  return globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/*/src/**/*.ts'], { cwd: root }).map(
    (file) => readFileSync(join(root, file), 'utf8'),
  );
}

/** The commands of kb, such as `generate`, that the texts call with npx and this package. */
function calledWords(texts: readonly string[], name: string): string[] {
  const commands = texts
    .flatMap((text) => packageCommands(text))
    .filter((one) => one.name === name && one.runner === 'npx');
  return [...new Set(commands.map(({ words }) => words[0] ?? '--help'))].toSorted();
}

/** A command in a text that runs the command of an npm package, which may not be installed. */
export interface PackageCommand {
  /** How it is run, such as `npx` or `pnpm dlx`. */
  readonly runner: string;
  /** The package, without a version, such as `@kb/cli`. */
  readonly name: string;
  /** The words after the package, up to the first that is not plain, such as a placeholder. */
  readonly words: readonly string[];
}

const COMMAND =
  /(?<![\w./-])(npx|pnpm dlx|yarn dlx|bunx|npm (?:exec|init|create))(?: -{1,2}[a-z-]+)* ([@\w][\w./@-]*)([^\n`"'#|<]*)/g;

/** Finds the commands in a Markdown page, in a source, or in a file of a project. */
export function packageCommands(text: string): PackageCommand[] {
  return [...text.matchAll(COMMAND)].map(([, runner = '', spec = '', rest = '']) => {
    const words = rest.split(' ').slice(1);
    const end = words.findIndex((word) => !/^[\w.,:/=-]+$/.test(word));
    return { runner, name: withoutVersion(spec), words: end === -1 ? words : words.slice(0, end) };
  });
}

function withoutVersion(spec: string): string {
  const at = spec.lastIndexOf('@');
  return at > 0 ? spec.slice(0, at) : spec;
}
