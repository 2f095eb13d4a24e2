import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { oracleFolder, repository, type Twin } from './twins.ts';

/**
 * A rule of controller-gen's behaviour: a row of a file in `tools/controller-gen/rules`. Unless it has one of the
 * optional members, a twin shows it and names it after `// rule:`.
 */
export interface Rule {
  readonly id: string;
  /** Section of the reference. */
  readonly section: string;
  readonly says: string;
  /** The rule is shown by a marker of this name. */
  readonly marker?: string;
  /** The target of the marker; undefined: any. */
  readonly on?: MarkerPlace;
  /** The marker must have this argument. */
  readonly argument?: string;
  /** The first release of controller-tools with it. Only newer twins can show it. */
  readonly since?: string;
  /** Why TypeScript cannot express it. */
  readonly goOnly?: string;
  /** kb differs: words of the first cell of a row in docs/compatibility.md. A scenario shows it. */
  readonly differs?: string;
  /** An author's mistake that both refuse. A scenario shows it. */
  readonly refused?: boolean;
}

/** The target of a marker. */
export type MarkerPlace = 'folder' | 'type' | 'field';

/** A marker in a source. */
export interface FoundMarker {
  readonly name: string;
  readonly on: MarkerPlace;
  readonly arguments: ReadonlySet<string>;
}

/** The markers and rules in a source. */
export interface Shown {
  /** The ids after `// rule:`, with their lines. */
  readonly rules: ReadonlyMap<string, readonly number[]>;
  readonly markers: readonly FoundMarker[];
}

/** A marker with its arguments: a row that stands for several rules. */
interface MarkerRow extends Pick<Rule, 'section' | 'says' | 'since'> {
  readonly marker: string;
  readonly on: readonly MarkerPlace[];
  /** A sentence for each argument, and its release if that is another one. */
  readonly arguments?: Readonly<Record<string, string | Pick<Rule, 'says' | 'since'>>>;
}

/** Every rule, in the order of the reference. */
export function readRules(): Rule[] {
  const folder = path.join(oracleFolder, 'rules');
  return readdirSync(folder)
    .sort()
    .flatMap((file): (Rule | MarkerRow)[] => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    .flatMap((row) => ('id' in row ? row : rulesOfMarker(row)));
}

/** Returns a rule for each possible target of a marker, and for each argument. */
function rulesOfMarker({ marker, on: places, arguments: taken = {}, ...row }: MarkerRow): Rule[] {
  const id = `marker/${marker}`;
  return [
    ...places.map((on) => ({ ...row, id: `${id}/${on}`, marker, on })),
    ...Object.entries(taken).map(([argument, said]) => ({
      ...row,
      ...(typeof said === 'string' ? { says: said } : said),
      id: `${id}.${argument}`,
      marker,
      argument,
    })),
  ];
}

/** Returns the rules that the sources of a twin show, in one of its languages. */
export function shownByTwin({ name, api, controller }: Twin, language: 'go' | 'ts'): Shown {
  const folders =
    language === 'go'
      ? [path.join(oracleFolder, 'testdata', name)]
      : [api, ...(controller === 'none' ? [] : [controller])].map((folder) => path.join(repository, folder, 'src'));
  return together(folders.flatMap((folder) => filesBelow(folder, `.${language}`)).map(shownIn));
}

/** The files below a folder with this ending. */
export function filesBelow(folder: string, end: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((entry) => path.join(folder, entry))
    .filter((file) => file.endsWith(end) && statSync(file).isFile())
    .sort();
}

/**
 * Returns the markers and rules in a source. It is read line by line: twins have one declaration or field on each line.
 */
export function shownIn(file: string): Shown {
  const rules = new Map<string, number[]>();
  const markers: FoundMarker[] = [];
  let above: string[] = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const id of /\brule: (.*)$/.exec(line)?.[1]?.split(/,\s*/) ?? [])
      rules.set(id, [...(rules.get(id) ?? []), index + 1]);
    const marker = /^\s*(?:\/\/|\*)\s*\+(\S.*)$/.exec(line)?.[1];
    if (marker !== undefined) above.push(marker);
    else if (line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)) {
      const on = placeOf(line);
      markers.push(...above.map((text) => foundMarker(text, on)));
      above = [];
    }
  }
  return { rules, markers: [...markers, ...above.map((text) => foundMarker(text, 'folder'))] };
}

function placeOf(line: string): MarkerPlace {
  if (/^(?:export (?:interface|type \w|enum)|type )/.test(line)) return 'type';
  return /^\s+/.test(line) ? 'field' : 'folder';
}

/** `a:b:c=…` is the marker a:b:c, or the marker a:b with the argument c: both names are tried. */
function foundMarker(text: string, on: MarkerPlace): FoundMarker {
  const [head = ''] = text.split('=');
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, '""');
  const names = [...unquoted.matchAll(/(?:^|[:,])(\w+)=/g)].map(([, name = '']) => name);
  return { name: head.replace(/:$/, ''), on, arguments: new Set(names) };
}

/** True when a source has a rule's marker. */
export function hasMarker({ markers }: Shown, { marker = '', on, argument }: Rule): boolean {
  return markers.some(
    (found) =>
      (on === undefined || on === 'folder' || found.on === on) &&
      (found.name === marker || found.name.slice(0, found.name.lastIndexOf(':')) === marker) &&
      (argument === undefined || found.arguments.has(argument)),
  );
}

function together(parts: readonly Shown[]): Shown {
  const rules = new Map<string, number[]>();
  for (const part of parts) for (const [id, lines] of part.rules) rules.set(id, [...(rules.get(id) ?? []), ...lines]);
  return { rules, markers: parts.flatMap(({ markers }) => markers) };
}
