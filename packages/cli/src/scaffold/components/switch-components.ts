import type { GeneratedFile, ProjectFile, SourceReader } from '@kb/codegen';
import { parse } from 'yaml';
import { CliError } from '../../cli-error.ts';
import type { EditedText } from '../lists/list-to-edit.ts';
import { placeInConfig, type ScaffoldFile } from '../scaffold-file.ts';
import { componentFacts } from './component-facts.ts';
import { type ConfigComponent, configComponents } from './components.ts';
import { addSequenceEntry, printEntry, removeSequenceEntry, type SequenceEntry } from '../lists/sequence-entries.ts';

/** What changes when components are switched. */
export interface ComponentsChange {
  /** Files that the new components need; those that are there stay. */
  readonly added: readonly ScaffoldFile[];
  /** Edited files. */
  readonly edited: readonly GeneratedFile[];
}

/**
 * Switches components of `config/default` on and off. Those that a new one needs are switched on too. Throws a CliError
 * if another needs what is switched off, or if the kustomization has a form that cannot be edited.
 */
export function switchComponents(
  { on, off }: { readonly on: readonly ConfigComponent[]; readonly off: readonly ConfigComponent[] },
  project: Pick<ProjectFile, 'projectName' | 'paths' | 'resources'>,
  reader: SourceReader,
): ComponentsChange {
  const { paths } = project;
  const file = `${paths.config}/default/kustomization.yaml`;
  const before = reader.read(file);
  if (before === undefined)
    throw new CliError('KB_LIST_BY_HAND', `there is no ${file}, in which parts are switched`, {
      hint: 'Nothing was written.',
    });
  const wanted = withNeeds(on);
  refuseContradiction(wanted, off, before);
  let text = before;
  const apply = (result: EditedText, byHand: string): void => {
    if (!('text' in result))
      throw new CliError('KB_LIST_BY_HAND', `${file}: ${result.problem}; ${byHand}`, {
        hint: 'Nothing was written.',
      });
    ({ text } = result);
  };
  for (const component of wanted) {
    for (const { key, entry, later } of linesOf(component))
      apply(addSequenceEntry(text, key, entry, later), `add to ${key}:\n    ${describe(entry)}`);
  }
  for (const component of off) {
    for (const { key, entry } of linesOf(component))
      apply(removeSequenceEntry(text, key, entry), `remove from ${key}:\n    ${describe(entry)}`);
  }
  const facts = componentFacts(project, (path) => reader.read(path) !== undefined);
  return {
    added: wanted.flatMap((component) =>
      component.files(facts).map((one): ScaffoldFile => ({
        ...one,
        path: placeInConfig(one.path, paths.config),
        whenThere: 'keep',
      })),
    ),
    edited: text === before ? [] : [{ path: file, content: text }],
  };
}

/** The components that a text of `config/default/kustomization.yaml` lists; none if it is not valid YAML. */
export function listedComponents(text: string): ConfigComponent[] {
  const content: unknown = parsed(text);
  const listed: unknown =
    typeof content === 'object' && content !== null && 'components' in content ? content.components : [];
  return configComponents.filter(({ folder }) => Array.isArray(listed) && listed.includes(`../${folder}`));
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Removes components from a text of `config/default/kustomization.yaml`, or adds them. Undefined for a form that kb
 * cannot edit.
 */
export function editedComponents(
  text: string,
  components: readonly ConfigComponent[],
  edit: 'add' | 'remove',
): string | undefined {
  let edited = text;
  for (const { key, entry, later } of components.flatMap(linesOf)) {
    const result =
      edit === 'add' ? addSequenceEntry(edited, key, entry, later) : removeSequenceEntry(edited, key, entry);
    if (!('text' in result)) return undefined;
    edited = result.text;
  }
  // Lists that are empty now at the end: a command began them.
  return edit === 'add' ? edited : edited.replace(/(?:^(?:components|replacements): \[\]\r?\n)+$(?![^])/m, '');
}

function linesOf(component: ConfigComponent): { key: string; entry: SequenceEntry; later: SequenceEntry[] }[] {
  const place = configComponents.indexOf(component);
  const later = configComponents.slice(place + 1).map(({ folder }) => `../${folder}`);
  const line = { key: 'components', entry: `../${component.folder}`, later };
  const { replacements } = component;
  return replacements === undefined
    ? [line]
    : [line, { key: 'replacements', entry: { path: replacements }, later: [] }];
}

function withNeeds(on: readonly ConfigComponent[]): ConfigComponent[] {
  const names = new Set(on.map(({ name }) => name));
  // A component needs earlier ones only.
  for (const { name, needs } of configComponents.toReversed()) {
    if (names.has(name)) needs.forEach((need) => names.add(need));
  }
  return configComponents.filter(({ name }) => names.has(name));
}

function refuseContradiction(on: readonly ConfigComponent[], off: readonly ConfigComponent[], before: string): void {
  const after = [...new Set([...listedComponents(before), ...on])].filter(
    (one) => on.includes(one) || !off.includes(one),
  );
  for (const { name } of off) {
    const user = after.find((one) => one.name === name || one.needs.includes(name));
    if (user === undefined) continue;
    throw new CliError(
      'KB_WRONG_FLAGS',
      `--without ${name}: ${user.name === name ? 'another flag asks for it' : `${user.name} needs it`}`,
      {
        hint: user.name === name ? 'Ask for one of both.' : `Run it with --without ${name},${user.name}.`,
        exitCode: 2,
      },
    );
  }
  refuseRivals(on, after);
}

/** Throws a CliError if a new component is deployed beside the one that does the same. */
function refuseRivals(on: readonly ConfigComponent[], after: readonly ConfigComponent[]): void {
  for (const { name, insteadOf } of on) {
    const rival = after.find((one) => one.name === insteadOf);
    if (rival === undefined) continue;
    const without = [rival, ...after.filter(({ needs }) => needs.includes(rival.name))].map((one) => one.name);
    throw new CliError('KB_WRONG_FLAGS', `--with ${name}: ${rival.name} does the same, and they exclude each other`, {
      hint: on.includes(rival) ? 'Ask for one of both.' : `Run it with --without ${without.join(',')}.`,
      exitCode: 2,
    });
  }
}

function describe(entry: SequenceEntry): string {
  return `- ${printEntry(entry, '\n      ')}`;
}
