import type { JsonValue } from '@kb/apimachinery';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding } from '../../diagnostic/reporter.ts';
import { ArgumentError, type Cursor, describe, expectCharacter, peek, readArgument } from './argument-reader.ts';
import { type ArgumentType, describeArgumentType } from '../define/argument-type.ts';
import type {
  Marker,
  MarkerArguments,
  MarkerDefinition,
  MarkerTarget,
  NamedArgument,
} from '../define/marker-definition.ts';
import { editDistance, nearestName } from '../../text/nearest-name.ts';
import { isOfOtherGenerator } from './other-generators.ts';
import { definitionsNamed, markerNames } from '../definitions/registry.ts';

/** A line of a comment that may be a marker. */
export interface MarkerText {
  /** The text from the `+` on, without trailing space. */
  readonly text: string;
  /** Where the `+` is, and how long the text is. */
  readonly span: Span;
}

/**
 * The result of parsing a line: a marker, possibly with a warning; a problem; or neither, for the marker of another
 * tool.
 */
export interface ParsedMarker {
  readonly marker?: Marker;
  readonly definition?: MarkerDefinition;
  readonly problem?: { readonly span: Span; readonly finding: Finding } | undefined;
}

const targetNames: Readonly<Record<MarkerTarget, string>> = {
  folder: 'a folder (a free-standing comment in a file)',
  type: 'the declaration of a type',
  field: 'a field',
};

const ownPrefixes = ['kubebuilder', 'kb', 'k8s'];
const bareNames = markerNames.filter((name) => !name.includes(':'));

/**
 * Parses a marker on one of the targets (several if the place is ambiguous). `ignored` are the prefixes of other tools'
 * markers.
 */
export function parseMarker(
  line: MarkerText,
  targets: readonly MarkerTarget[],
  ignored: readonly string[] = [],
): ParsedMarker {
  const { text } = line;
  const equals = text.indexOf('=');
  const fullName = text.slice(1, equals === -1 ? undefined : equals);
  const colon = fullName.lastIndexOf(':');
  // `+a:b:c=1` is the marker a:b:c with one value, or the marker a:b whose first argument is c.
  const whole = lookUp(fullName, () => true);
  const parent = colon > 0 && equals !== -1 ? fullName.slice(0, colon) : undefined;
  const last = fullName.slice(colon + 1);
  const outer =
    parent === undefined
      ? undefined
      : lookUp(parent, (definition) =>
          last === '' ? definition.arguments.kind === 'value' : definition.arguments.kind === 'named',
        );
  const found = whole ?? outer;
  if (found === undefined)
    return isOfOtherGenerator(fullName.trimEnd()) || isIgnored(text, ignored) ? {} : unknown(line, fullName);

  const definition = found.find((candidate) => targets.some((target) => candidate.targets.includes(target)));
  if (definition === undefined) return misplaced(line, found, targets);

  const argumentsAt =
    whole !== undefined ? (equals === -1 ? text.length : equals + 1) : last === '' ? equals + 1 : colon + 2;
  const cursor: Cursor = { text, offset: argumentsAt };
  const argumentSpans = new Map<string, Span>();
  const onArgument = (name: string, start: number): void => {
    const { span } = line;
    argumentSpans.set(name, { ...span, column: span.column + start, length: Math.max(1, cursor.offset - start) });
  };
  try {
    const values = readArguments(cursor, definition.arguments, whole !== undefined && equals !== -1, onArgument);
    const effect = definition.effectOf(values);
    if (typeof effect === 'string') throw new ArgumentError(effect, argumentsAt, text.length - argumentsAt);
    if ('argument' in effect) {
      const { column, length } = argumentSpans.get(effect.argument) ?? line.span;
      throw new ArgumentError(effect.message, column - line.span.column, length, effect.hint);
    }
    const marker = { name: definition.name, effect, values, span: line.span, argumentSpans };
    const doubt = definition.doubtOf?.(values);
    if (doubt === undefined) return { definition, marker };
    return { definition, marker, problem: doubtful(line, definition, doubt) };
  } catch (error) {
    if (error instanceof ArgumentError)
      return { definition, problem: wrongArgument(line, definition, inJson(cursor, definition) ?? error) };
    throw error;
  }
}

/** The error for a value that could not be read because its lists are in JSON's syntax. */
function inJson({ text, bracket }: Cursor, { arguments: taken }: MarkerDefinition): ArgumentError | undefined {
  const isGuessed = taken.kind === 'value' && taken.type.kind === 'any';
  if (!isGuessed || bracket === undefined || !text.includes(']', bracket)) return undefined;
  return new ArgumentError('lists are written in braces here, {1,2}, not in brackets', bracket);
}

/** True for a line that may be a marker: not for prose like `+ this` or `+1`. */
export function looksLikeMarker(text: string): boolean {
  return /^\+[A-Za-z]/.test(text);
}

function lookUp(
  name: string,
  fits: (definition: MarkerDefinition) => boolean,
): readonly MarkerDefinition[] | undefined {
  const found = definitionsNamed(name).filter(fits);
  return found.length === 0 ? undefined : found;
}

/** Called for each argument that was read, with its start; its end is at the cursor. */
type OnArgument = (name: string, start: number) => void;

function readArguments(
  cursor: Cursor,
  wanted: MarkerArguments,
  valueGiven: boolean,
  onArgument: OnArgument,
): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  switch (wanted.kind) {
    case 'none':
      if (valueGiven)
        throw new ArgumentError('it takes no value', cursor.offset - 1, cursor.text.length - cursor.offset + 1);
      break;
    case 'value':
      if (peek(cursor) === '' && wanted.optional) break;
      if (peek(cursor) === '')
        throw new ArgumentError(`it needs ${describeArgumentType(wanted.type)} after =`, 0, cursor.text.length);
      readValue(cursor, wanted.type, values, onArgument);
      break;
    case 'named':
      if (peek(cursor) !== '') readNamed(cursor, wanted.arguments, values, onArgument);
      checkMissing(cursor, wanted.arguments, values);
      break;
  }
  if (peek(cursor) !== '') {
    throw new ArgumentError(
      `expected the end of the marker, found ${describe(cursor)}`,
      cursor.offset,
      cursor.text.length - cursor.offset,
    );
  }
  return values;
}

function readValue(cursor: Cursor, type: ArgumentType, values: Map<string, JsonValue>, onArgument: OnArgument): void {
  const start = cursor.offset;
  values.set('', readArgument(cursor, type));
  onArgument('', start);
}

function readNamed(
  cursor: Cursor,
  wanted: readonly NamedArgument[],
  values: Map<string, JsonValue>,
  onArgument: OnArgument,
): void {
  for (;;) {
    peek(cursor);
    const start = cursor.offset;
    const name = /^[\p{L}_][\p{L}\p{Nd}_]*/u.exec(cursor.text.slice(start))?.[0];
    if (name === undefined)
      throw new ArgumentError(`expected the name of an argument, found ${describe(cursor)}`, start);
    const argument = wanted.find((candidate) => candidate.name === name);
    if (argument === undefined) throw new ArgumentError(unknownArgument(name, wanted), start, name.length);
    if (values.has(name)) throw new ArgumentError(`the argument ${name} is there twice`, start, name.length);
    cursor.offset += name.length;
    expectCharacter(cursor, '=', '=');
    values.set(name, readArgument(cursor, argument.type));
    onArgument(name, start);
    if (peek(cursor) === '') return;
    expectCharacter(cursor, ',', 'a comma');
  }
}

function checkMissing(
  { text }: Cursor,
  wanted: readonly NamedArgument[],
  values: ReadonlyMap<string, JsonValue>,
): void {
  const missing = wanted.filter(({ name, optional }) => !optional && !values.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new ArgumentError(`it needs ${listed(missing)}`, 0, text.length);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function unknownArgument(name: string, wanted: readonly NamedArgument[]): string {
  const names = wanted.map((argument) => argument.name);
  const near = nearestName(name, names);
  return `it has no argument ${name}${near === undefined ? `; it has ${names.join(', ')}` : `; did you mean ${near}?`}`;
}

function wrongArgument(
  { span }: MarkerText,
  definition: MarkerDefinition,
  error: ArgumentError,
): ParsedMarker['problem'] {
  return {
    span: { ...span, column: span.column + error.offset, length: error.length },
    finding: {
      code: 'KB_MARKER_ARGUMENT',
      message: `+${definition.name}: ${error.message}`,
      hint:
        error.hint ??
        `written like ${definition.example}${definition.name === 'kubebuilder:default' ? '; +default=… takes JSON' : ''}`,
    },
  };
}

function doubtful({ span }: MarkerText, { name }: MarkerDefinition, doubt: string): ParsedMarker['problem'] {
  return { span, finding: { code: 'KB_MARKER_ARGUMENT', severity: 'warning', message: `+${name}: ${doubt}` } };
}

function misplaced(
  { span }: MarkerText,
  found: readonly MarkerDefinition[],
  targets: readonly MarkerTarget[],
): ParsedMarker {
  const [definition] = found;
  const wanted = [...new Set(found.flatMap((candidate) => candidate.targets))];
  const name = `+${definition?.name ?? ''}`;
  const message = `${name} belongs on ${wanted.map((target) => targetNames[target]).join(' or ')}, not on ${targetNames[targets[0] ?? 'folder']}`;
  const hint = wayOut(definition?.name ?? '', wanted, targets);
  return { problem: { span, finding: { code: 'KB_MARKER_MISPLACED', message, hint } } };
}

/** The hint that says where to move a marker, from one of the targets to one of the wanted ones. */
function wayOut(name: string, wanted: readonly MarkerTarget[], targets: readonly MarkerTarget[]): string {
  if (targets.includes('folder'))
    return 'a comment belongs to the declaration below it when no blank line is between them';
  if (wanted.includes('folder')) return 'put a blank line between the comment and the declaration below it';
  if (targets.includes('field'))
    return 'write it above the interface or type alias; an inline type of a field has to be declared for that';
  const last = name.lastIndexOf(':') + 1;
  const ofTypes = `${name.slice(0, last)}X${name.slice(last)}`;
  return definitionsNamed(ofTypes).some((definition) => definition.targets.includes('type'))
    ? `+${ofTypes} does the same on a type; or write it above each field that it is meant for`
    : 'write it above each field that it is meant for';
}

function unknown(line: MarkerText, fullName: string): ParsedMarker {
  const name = fullName.trimEnd();
  const [head = ''] = name.split(/[:\s]/);
  const prefix = name.includes(':') ? ownPrefixes.find((own) => isClose(head, own)) : undefined;
  if (prefix !== undefined) return unknownOwn(line, name, `${prefix}${name.slice(head.length)}`);
  const bare =
    bareNames.find((known) => known === head) ?? (name.includes(':') ? undefined : nearestName(head, bareNames));
  if (bare === undefined) return {};
  const [exact] = bare === head ? definitionsNamed(bare) : [];
  if (exact !== undefined) return { problem: badEnd(line, exact) };
  return { problem: unknownProblem(line, head, bare) };
}

/** `corrected` is the name with the prefix corrected. */
function unknownOwn(line: MarkerText, name: string, corrected: string): ParsedMarker {
  const [words = corrected] = corrected.split(/\s/);
  const [definition] = definitionsNamed(words);
  const isExact = definition !== undefined && line.text.startsWith(`+${definition.name}`);
  if (definition !== undefined && isExact) return { problem: badEnd(line, definition) };
  const outer = words.slice(0, Math.max(0, words.lastIndexOf(':')));
  const [parent] = definitionsNamed(outer);
  const last = words.slice(outer.length + 1);
  if (parent?.arguments.kind === 'named' && last === '') {
    const start = line.text.indexOf(':', outer.length) + 1;
    const error = new ArgumentError(
      `expected the name of an argument, found ${describe({ text: line.text, offset: start })}`,
      start,
    );
    return { problem: wrongArgument(line, parent, error) };
  }
  if (parent?.arguments.kind === 'named' && parent.arguments.arguments.some((argument) => argument.name === last)) {
    const finding: Finding = {
      code: 'KB_MARKER_ARGUMENT',
      message: `+${outer}: expected = after ${last}`,
      hint: `written like ${parent.example}`,
    };
    return {
      problem: {
        span: { ...line.span, column: line.span.column + line.text.length - last.length, length: last.length },
        finding,
      },
    };
  }
  const near =
    otherSpelling(words) ?? nearestName(words, markerNames) ?? nearestName(outer, markerNames) ?? elsewhere(words);
  return { problem: unknownProblem(line, name.trimEnd(), near) };
}

/** The known name in another case, or without the prefix: `kubebuilder:validation:nullable` is `nullable`. */
function otherSpelling(name: string): string | undefined {
  const wanted = name.toLowerCase();
  return (
    markerNames.find((known) => known.toLowerCase() === wanted) ??
    bareNames.find((known) => wanted.endsWith(`:${known.toLowerCase()}`))
  );
}

/**
 * The known name with the same last part, or a similar one: `kubebuilder:Minimum` and `k8s:minimum` are
 * `kubebuilder:validation:Minimum`.
 */
function elsewhere(name: string): string | undefined {
  const last = lastPart(name).toLowerCase();
  const near = nearestName(last, markerNames.map(lastPart));
  const ends = (known: string): boolean => lastPart(known).toLowerCase() === last;
  return markerNames.find(ends) ?? markerNames.find((known) => lastPart(known) === near);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** The problem of a known name that is followed by unexpected characters. */
function badEnd({ span }: MarkerText, { name, arguments: taken, example }: MarkerDefinition): ParsedMarker['problem'] {
  const expected = taken.kind === 'none' ? 'the end of the marker' : '= right after the name';
  return {
    span: { ...span, column: span.column + 1 + name.length, length: Math.max(1, span.length - 1 - name.length) },
    finding: { code: 'KB_MARKER_ARGUMENT', message: `+${name}: expected ${expected}`, hint: `written like ${example}` },
  };
}

function unknownProblem({ span }: MarkerText, name: string, near: string | undefined): ParsedMarker['problem'] {
  const example = near === undefined ? undefined : definitionsNamed(near)[0]?.example;
  return {
    span: { ...span, length: name.length + 1 },
    finding: {
      code: 'KB_UNKNOWN_MARKER',
      message: `unknown marker +${name}`,
      hint:
        near === undefined
          ? 'kb has no marker of a name like this; ignoredMarkers, under generate in PROJECT, names those of other tools'
          : `did you mean +${near}? It is written like ${example ?? ''}`,
    },
  };
}

function isClose(text: string, prefix: string): boolean {
  const distance = editDistance(text.toLowerCase(), prefix);
  return prefix.length > 4 ? distance <= 2 : distance === 0;
}

function isIgnored(text: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => text.startsWith(prefix.startsWith('+') ? prefix : `+${prefix}`));
}
