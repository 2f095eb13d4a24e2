import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { type Locate, mistakeIn, placeIn, type ReadDocument, readDocuments } from '@kb/apimachinery/yaml';
import type { ContainerBehavior, ImageBehaviors } from '@kb/simulation';
import { CliError } from '../cli-error.ts';
import type { Flag } from '../command-line/command.ts';

/** The flag of commands with a simulated node: how the containers of images behave on it. */
export const imagesFlag: { readonly images: Flag & { type: 'string' } } = {
  images: {
    type: 'string',
    value: 'FILE',
    description:
      'YAML that says how the containers of images behave on the simulated node: a map from patterns of images to exitCode, exitAfterMs, runs, unready, pullError, startMs.',
  },
};

/** Where `kb dev` looks for the file, without the flag. */
const DEFAULT_FILE = 'images.yaml';

/**
 * Reads the file of the flag; without it, `config/images.yaml` of a project, if it exists. `config`: the project's
 * folder, if there is a project. Returns `{}` without a file, and throws a CliError for a malformed one.
 */
export function readImages(flag: string | undefined, cwd: string, config?: string): ImageBehaviors {
  if (flag !== undefined) return readImageBehaviors(path.resolve(cwd, flag));
  const file = config === undefined ? undefined : path.join(config, DEFAULT_FILE);
  return file !== undefined && existsSync(file) ? readImageBehaviors(file) : {};
}

/**
 * Reads how the containers of images behave:
 *
 * ```yaml
 * example.com/migrate:*: { exitCode: [1, 0], exitAfterMs: 5000 }
 * example.com/missing:*: { pullError: not found }
 * ```
 *
 * Throws a CliError with the place of the first mistake.
 */
function readImageBehaviors(file: string): ImageBehaviors {
  if (!existsSync(file)) throw new CliError('KB_IMAGES_INVALID', `there is no file ${file}`);
  const behaviors: Record<string, ContainerBehavior> = {};
  for (const document of readDocuments(readFileSync(file, 'utf8'))) {
    const mistake = mistakeIn(document);
    if (mistake !== undefined) {
      const { line, column, message, hint } = mistake;
      throw new CliError('KB_IMAGES_INVALID', `${file}:${line}:${column}: ${message}`, { hint });
    }
    const { parsed } = document;
    if (!('locate' in parsed) || parsed.value === null) continue;
    const { value, locate } = parsed;
    const refuse = refuserOf(file, document, locate);
    if (!isObject(value)) return refuse([], 'expected a map from patterns of images to behaviors');
    for (const [pattern, behavior] of Object.entries(value)) {
      if (!isObject(behavior)) return refuse([pattern], `expected a map of ${Object.keys(fields).join(', ')}`);
      behaviors[pattern] = readBehavior(behavior, (field, message) => refuse([pattern, field], message));
    }
  }
  return behaviors;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuserOf(
  file: string,
  document: ReadDocument,
  locate: Locate,
): (path: readonly string[], message: string) => never {
  return (place, message) => {
    const { line, column } = placeIn(document, locate([...place]));
    throw new CliError('KB_IMAGES_INVALID', `${file}:${line}:${column}: ${message}`);
  };
}

const isTime = (value: JsonValue): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isCode = (value: JsonValue): boolean => isTime(value) && Number(value) <= 255;
const isFlag = (value: JsonValue): boolean => typeof value === 'boolean';
const isText = (value: JsonValue): boolean => typeof value === 'string' && value !== '';

/** The fields of a behavior, and what they take. */
const fields: Readonly<Record<string, readonly [expected: string, check: (value: JsonValue) => boolean]>> = {
  exitCode: [
    'a number from 0 to 255, or a list of them',
    (value) => isCode(value) || (Array.isArray(value) && value.length > 0 && value.every(isCode)),
  ],
  exitAfterMs: ['milliseconds', isTime],
  startMs: ['milliseconds', isTime],
  runs: ['true or false', isFlag],
  unready: ['true or false', isFlag],
  pullError: ['a text', isText],
};

function readBehavior(behavior: JsonObject, refuse: (field: string, message: string) => never): ContainerBehavior {
  for (const [field, value] of Object.entries(behavior)) {
    const [expected, check] = Object.hasOwn(fields, field) ? (fields[field] ?? []) : [];
    if (check === undefined) {
      return refuse(field, `unknown field ${JSON.stringify(field)}: expected ${Object.keys(fields).join(', ')}`);
    }
    if (value === undefined || !check(value)) return refuse(field, `${field}: expected ${expected ?? ''}`);
  }
  return behavior;
}
